# 温岭麻将 in the solitary model: see wenling_query.pyx.

from mjsim._core.games.wenling cimport WenlingRules
from mjsim._core.keys cimport Wilds
from mjsim._core.odds.query cimport Query

cdef int fill_wenling(Query* q, WenlingRules rules, Wilds wilds) except -1
