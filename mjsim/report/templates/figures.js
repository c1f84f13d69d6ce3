// Figures: opened at full size, closed with Escape, which returns to where one was.
(() => {
  const dialog = document.getElementById("large");
  if (!dialog.showModal) return;
  const image = document.getElementById("large-image");
  const open = (small, title) => {
    image.src = small.src;
    image.alt = small.alt;
    document.getElementById("large-title").textContent = title;
    dialog.showModal();
  };
  for (const card of document.querySelectorAll(".card")) {
    const small = card.querySelector("img");
    const title = card.parentElement.querySelector(".title").textContent;
    const button = document.createElement("button");
    button.type = "button";
    button.setAttribute("aria-haspopup", "dialog");
    button.setAttribute("aria-label", document.body.dataset.sayEnlarge.replace("{title}", () => title));
    button.append(small);
    button.addEventListener("click", () => open(small, title));
    card.append(button);
  }
  document.getElementById("large-close").addEventListener("click", () => dialog.close());
})();
