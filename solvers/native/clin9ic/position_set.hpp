#pragma once

#include "clin9ic/position.hpp"
#include "common/key_set.hpp"

namespace clinic::clin9ic {

using PositionSet = KeySet<Position>;

}  // namespace clinic::clin9ic
