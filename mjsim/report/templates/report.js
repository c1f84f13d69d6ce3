// Commands are copied with a button; if the browser forbids it they are selected.
(() => {
  const say = document.body.dataset;
  const select = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const selection = getSelection();
    selection.removeAllRanges();
    selection.addRange(range);
  };
  for (const button of document.querySelectorAll(".copy")) {
    const text = button.textContent;
    const code = button.parentElement.querySelector("code");
    button.hidden = false;
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(code.textContent);
        button.textContent = say.sayCopied;
      } catch {
        select(code);
        button.textContent = say.saySelected;
      }
      document.getElementById("status").textContent = button.textContent;
      setTimeout(() => { button.textContent = text; }, 2500);
    });
  }
})();

// The contents: folded where the window is narrow, at the side they follow what is read.
(() => {
  const contents = document.getElementById("contents");
  const folded = contents.querySelector("details");
  const wide = matchMedia("(min-width: 64rem)");
  const fold = () => { folded.open = wide.matches; };
  fold();
  wide.addEventListener("change", fold);

  const entries = new Map(
    [...contents.querySelectorAll("[data-of]")].map((item) => [item.dataset.of, item]),
  );
  if (entries.size < 2 || !window.IntersectionObserver) return;
  contents.classList.add("follows");
  const seen = new Set();
  const observer = new IntersectionObserver((changes) => {
    for (const { target, isIntersecting } of changes) {
      if (isIntersecting) seen.add(target.id);
      else seen.delete(target.id);
    }
    for (const [id, item] of entries) {
      item.classList.toggle("here", seen.has(id));
      const link = item.querySelector("a");
      if (seen.has(id)) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }, { rootMargin: "-20% 0px -79% 0px" }); // a line a fifth down the window
  for (const id of entries.keys()) observer.observe(document.getElementById(id));
})();

// What is folded is printed, too.
(() => {
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll("details:not([open])")];
    for (const each of opened) each.open = true;
  });
  addEventListener("afterprint", () => {
    for (const each of opened) each.open = false;
  });
})();
