"""The kinds of exercises, one module each, brought in so that they register; see ``registry``."""

from lessons.kinds import (  # noqa: F401
    cards,
    compare,
    find_all,
    legal,
    melds,
    mistake,
    number,
    order,
    predict,
    sheet,
    sheet_mistake,
    turn,
)
