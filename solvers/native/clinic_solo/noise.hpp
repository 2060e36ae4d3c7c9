// Random numbers without a generator: the same key always gives the same number, so a plan plays the same again.
#pragma once

#include <cstdint>

namespace clinic::solo {

// From 0 to `most`, by a hash of the key.
inline double noise(double most, std::uint32_t key) {
    const std::uint32_t hashed = (key ^ (key >> 13)) * 2654435761u;
    const std::uint32_t bits = (hashed ^ (hashed >> 16)) & 1023u;
    return most * bits / 1023.0;
}

}  // namespace clinic::solo
