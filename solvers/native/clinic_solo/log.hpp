// What a plan did, for decode_plan.py: row 0 holds the number of events; a log without room records nothing.
#pragma once

#include "clinic_solo/codes.hpp"

namespace clinic::solo {

struct Log {
    View<i32, 2> rows{nullptr, {0, 0}};
    int doctor_event[MOST_STAFF] = {};  // with which event those came who were hired this round
    int nurse_event[MOST_STAFF] = {};
    int orderly_event[MOST_STAFF] = {};

    bool is_kept() const { return rows.shape[0] > 1; }

    void clear() const {
        if (is_kept()) rows(0, 0) = 0;
    }

    // Append an event; its number.
    int record(EventKind kind, int a = 0, int b = 0, int c = 0, int d = 0) const {
        if (!is_kept() || rows(0, 0) + 1 >= rows.shape[0]) return 0;
        const int at = ++rows(0, 0);
        const int numbers[EVENT_WIDTH] = {kind, a, b, c, d};
        for (int k = 0; k < EVENT_WIDTH; ++k) rows(at, k) = numbers[k];
        return at;
    }

    // 6.1: the way in of a newcomer, which is chosen when everybody moves.
    void stood_at(int event, int place) const {
        if (is_kept()) rows(event, 3) = place;
    }
};

}  // namespace clinic::solo
