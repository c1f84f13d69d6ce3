# 天津麻将 in the solitary model: see tianjin_query.pyx.

from mjsim._core.keys cimport Wilds
from mjsim._core.games.tianjin cimport TianjinRules
from mjsim._core.odds.query cimport Query

cdef int fill_tianjin(Query* q, TianjinRules rules, Wilds wilds) except -1
