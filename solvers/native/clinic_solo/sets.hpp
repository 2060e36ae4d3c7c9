// Sets of up to 64 spaces, or of parking spots, as the bits of a word.
#pragma once

#include <bit>
#include <cassert>

#include "common/view.hpp"

namespace clinic::solo {

using Set = u64;

constexpr Set only(int member) { return Set{1} << member; }
constexpr Set first_ones(int number) { return number >= 64 ? ~Set{0} : only(number) - 1; }
constexpr bool has(Set set, int member) { return (set >> member) & 1; }
constexpr int count(Set set) { return std::popcount(set); }
constexpr int first_of(Set set) { return std::countr_zero(set); }
constexpr int last_of(Set set) { return 63 - std::countl_zero(set); }

// The members in ascending order: for (int space : Members(set)).
struct Members {
    struct Iterator {
        Set left;
        int operator*() const { return first_of(left); }
        Iterator& operator++() { left &= left - 1; return *this; }
        bool operator!=(const Iterator& other) const { return left != other.left; }
    };

    Set set;
    explicit Members(Set of) : set(of) {}
    Iterator begin() const { return {set}; }
    Iterator end() const { return {0}; }
};

}  // namespace clinic::solo
