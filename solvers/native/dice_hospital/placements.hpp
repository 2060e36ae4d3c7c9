// Sections 6 and 7: everything a player may do at one point of an activation, each placement with all that belongs to it.
//
// Two kinds of moves are left out, as others lead to the same ends with as many blood bags left or more (6.10): healing
// with a bag between the two effects of a placement, and a colour that neither the department nor the worker names. (The
// first would not be so if a department made one patient better and another worse; supports.py refuses such decks.) And a
// specialist is not placed without his effect while somebody without any is free: whoever is left then can do no less.
//
// Blood bags that heal are actions of their own, or belong to placements (`Bags`). For the end of an activation it makes
// no difference: to heal somebody can wait until right before the next effect that touches him, or else until the end.
// Then it can wait until after that effect, too, if his value makes no difference to that.
#pragma once

#include "dice_hospital/rules.hpp"

namespace clinic::dice {

constexpr int MOST_CHOSEN = 3, MOST_ALSO = 2;  // patients of a department, and of a worker's own effect

enum class Bags { APART, WITHIN };

struct Action {
    enum Kind : u8 { PLACE, BAG } kind;
    u8 worker, department;         // slots
    Code chosen[MOST_CHOSEN];                // whom the department treats, or the bag heals; as they were before
    u8 heals[MOST_CHOSEN];                   // by so many blood bags before that
    signed char recoloured[MOST_CHOSEN];     // with what colour then, ANY for none
    signed char given[MOST_CHOSEN];          // 7.2: the colours a department gives
    Code also[MOST_ALSO];                  // whom the worker's own effect touches
    u8 also_heals[MOST_ALSO];              // by so many blood bags before the placement
    signed char also_recoloured[MOST_ALSO];
    signed char also_given;        // 7.3
};

// The patients that an effect touches, one option for each way to have one of them.
struct Pick {
    Code code;               // as he lies there
    int heals;               // with blood bags before it
    signed char recoloured;  // ANY for none
    Code now() const {
        const Code better = heals ? healed(code, heals) : code;
        return recoloured == ANY ? better : as_colour(better, recoloured);
    }
    int bags() const { return heals + (recoloured != ANY); }
};

struct Touched {
    Code before, after;  // before: recoloured already
    bool healed() const { return after == NOBODY || value_of(after) > value_of(before); }
};

inline bool all_values(unsigned values) {
    for (int value = 1; value <= BEST; ++value)
        if (!has(values, value)) return false;
    return true;
}

template <Bags bags_are, class Emit>
class Placements {
  public:
    Placements(const Team& team, const Hospital& h, Emit& emit) : team_(team), start_(h), emit_(emit) {}

    void run() {
        nurse_free_ = team_.has_free_nurse(start_);
        for (std::size_t d = 0; d < team_.departments.size(); ++d) {
            if (!Team::is_first(team_.department_kinds, start_.departments, d)) continue;
            for (std::size_t w = 0; w < team_.workers.size(); ++w)
                if (Team::is_first(team_.worker_kinds, start_.workers, w)) place(d, w);
        }
        if (bags_are == Bags::APART && start_.bags) bags();
    }

  private:
    // 6.10 (a)
    void bags() {
        for (int i = 0; i < start_.many; ++i) {
            const Code code = start_.patients[i];
            if (i && start_.patients[i - 1] == code) continue;
            Hospital after = start_;
            --after.bags;
            after.exchange(code, healed(code, 1));
            Action action{};
            action.kind = Action::BAG;
            action.chosen[0] = code;
            emit_(after, action);
        }
    }

    void place(std::size_t d, std::size_t w) {
        department_ = &team_.departments[d];
        worker_ = &team_.workers[w];
        action_ = Action{};
        action_.kind = Action::PLACE;
        action_.department = static_cast<u8>(d);
        action_.worker = static_cast<u8>(w);
        std::fill(action_.chosen, action_.chosen + 3, NOBODY);
        std::fill(action_.recoloured, action_.recoloured + 3, static_cast<signed char>(ANY));
        std::fill(action_.given, action_.given + 3, static_cast<signed char>(ANY));
        without_own_effect();
        find_options();
        number_ = 0;
        const bool up_to = department_->treatment == Treatment::RECOLOUR;
        const int most = std::min(department_->patients, MOST_CHOSEN);
        for (wanted_ = up_to ? 1 : most; wanted_ <= most; ++wanted_) choose(0, 0);
    }

    // How often a patient may be healed with bags before an effect.
    int most_heals(Code code, bool value_matters) const {
        const bool may = bags_are == Bags::WITHIN && value_matters;
        return may ? std::min<int>(start_.bags, BEST - value_of(code)) : 0;
    }

    // 6.2, 6.10 (b): whom the department may treat, as he is, healed before it or recoloured for it.
    void find_options() {
        many_options_ = 0;
        const int colour = department_->colour;
        const bool may = department_->treatment != Treatment::RECOLOUR;
        const bool grouped = department_->group == Group::EQUAL || department_->group == Group::CONSECUTIVE;
        const bool told = worker_->on_discharge || worker_->ability == Ability::SAME_VALUE;
        const bool matters = may && (grouped || told || department_->treatment == Treatment::FLIP ||
                                     !all_values(department_->values));
        for (int i = 0; i < start_.many; ++i) {
            const Code code = start_.patients[i];
            if (i && start_.patients[i - 1] == code) continue;
            for (int heals = 0; heals <= most_heals(code, matters); ++heals) {
                if (!has(department_->values, value_of(code) + heals)) continue;
                if (colour == ANY || now_of(code) == colour) options_[many_options_++] = {code, heals, ANY};
                const int other = colour == ANY ? worker_->colour : colour;
                if (may && heals < start_.bags && other != ANY && now_of(code) != other)
                    options_[many_options_++] = {code, heals, static_cast<signed char>(other)};
            }
        }
    }

    // Choose patients from an option on; of several equal dice one stands for all.
    void choose(int first, int cost) {
        if (number_ >= wanted_) {
            treat(cost);
            return;
        }
        for (int i = first; i < many_options_; ++i) {
            const Pick pick = options_[i];
            const int more = pick.bags();
            if (cost + more > start_.bags || !fits(pick) || taken(pick.code) >= count(pick.code)) continue;
            chosen_[number_++] = pick;
            choose(department_->group == Group::CONSECUTIVE ? 0 : i, cost + more);
            --number_;
        }
    }

    // 6.6: equal or consecutive values; consecutive ones are chosen in their order.
    bool fits(const Pick& pick) const {
        if (number_ == 0) return true;
        const int before = value_of(chosen_[number_ - 1].now()), value = value_of(pick.now());
        switch (department_->group) {
            case Group::EQUAL: return value == before;
            case Group::CONSECUTIVE: return value == before + 1;
            default: return true;
        }
    }

    int taken(Code code) const {
        int found = 0;
        for (int i = 0; i < number_; ++i) found += chosen_[i].code == code;
        return found;
    }
    int count(Code code) const {
        return static_cast<int>(std::count(start_.patients, start_.patients + start_.many, code));
    }

    // 6.5, 6.6, 7.2: the department's effect.
    void treat(int cost) {
        for (int i = 0; i < number_; ++i) {
            action_.chosen[i] = chosen_[i].code;
            action_.heals[i] = static_cast<u8>(chosen_[i].heals);
            action_.recoloured[i] = chosen_[i].recoloured;
        }
        for (int i = number_; i < MOST_CHOSEN; ++i) action_.chosen[i] = NOBODY;
        Hospital after = start_;
        after.bags = static_cast<u8>(after.bags - cost);
        after.departments = static_cast<std::uint16_t>(after.departments & ~(1u << action_.department));
        after.workers = static_cast<std::uint16_t>(after.workers & ~(1u << action_.worker));
        if (department_->treatment == Treatment::RECOLOUR) {
            colour_all(after, 0);
            return;
        }
        for (int i = 0; i < number_; ++i) {
            const Code before = chosen_[i].now();
            const Code now = department_->treatment == Treatment::FLIP
                                 ? static_cast<Code>(as_treated(before) - value_of(before) + BEST + 1 - value_of(before))
                                 : healed(before, department_->steps);
            after.exchange(chosen_[i].code, now);
            touched_[i] = {before, now};
        }
        follow(after);
    }

    // 7.2: each of those chosen takes any colour.
    void colour_all(const Hospital& h, int at) {
        if (at >= std::min(number_, MOST_CHOSEN)) {
            follow(h);
            return;
        }
        for (int colour = 0; colour < COLOURS; ++colour) {
            Hospital after = h;
            const Code before = chosen_[at].code, now = as_colour(before, colour);
            after.exchange(before, now);
            touched_[at] = {before, now};
            action_.given[at] = static_cast<signed char>(colour);
            colour_all(after, at + 1);
        }
    }

    // 6.7: the worker's own effect may follow.
    void follow(const Hospital& h) {
        without_own_effect();
        if (worker_->ability == Ability::NONE) {
            emit_(h, action_);
            return;
        }
        const bool follows = condition();
        if (follows) use_ability(h);
        if (nurse_free_ || (follows && gains())) return;
        without_own_effect();
        emit_(h, action_);
    }
    void without_own_effect() {
        std::fill(action_.also, action_.also + MOST_ALSO, NOBODY);
        std::fill(action_.also_heals, action_.also_heals + MOST_ALSO, u8{0});
        std::fill(action_.also_recoloured, action_.also_recoloured + MOST_ALSO, static_cast<signed char>(ANY));
        action_.also_given = ANY;
    }

    // 7.3: these are taken without asking [decision gains].
    bool gains() const {
        const Ability ability = worker_->ability;
        return ability == Ability::POINTS || ability == Ability::BLOOD_BAG || ability == Ability::FATALITY_TO_BLOOD_BAG;
    }

    bool counts(const Touched& one) const {
        return one.healed() && (worker_->colour == ANY || now_of(one.before) == worker_->colour);
    }
    // 6.7, 6.9, 7.3: what the department must have done.
    bool condition() const {
        for (int i = 0; i < number_; ++i)
            if (worker_->on_discharge ? touched_[i].after == NOBODY : counts(touched_[i])) return true;
        return false;
    }

    void use_ability(const Hospital& h) {
        Hospital after = h;
        switch (worker_->ability) {
            case Ability::EXTRA: return extra(h);
            case Ability::OTHER: return others(h);
            case Ability::SAME_VALUE: return same_value(h);
            case Ability::UP_AND_DOWN: return up_and_down(h);
            case Ability::RECOLOUR_ONE: return recolour_one(h);
            case Ability::POINTS: after.points = static_cast<u8>(after.points + worker_->amount); break;
            case Ability::BLOOD_BAG: after.bags = static_cast<u8>(after.bags + worker_->amount); break;
            case Ability::FATALITY_TO_BLOOD_BAG:
                if (after.rescued >= team_.fatalities + after.deaths) break;
                ++after.rescued;
                ++after.bags;
                break;
            default: return;  // rolls and newcomers are chance
        }
        emit_(after, action_);
    }

    // One more step for somebody just healed who is still here.
    void extra(const Hospital& h) {
        for (int i = 0; i < number_; ++i) {
            const Touched& one = touched_[i];
            bool again = false;
            for (int k = 0; k < i; ++k) again |= counts(touched_[k]) && touched_[k].after == one.after;
            if (!counts(one) || one.after == NOBODY || again) continue;
            Hospital after = h;
            after.exchange(one.after, healed(one.after, worker_->steps));
            action_.also[0] = one.after;
            emit_(after, action_);
        }
    }

    // 6.8: the different patients, none of those the department healed just now.
    int different(const Hospital& h, Code (&found)[BEDS]) const {
        int number = 0;
        bool used[MOST_CHOSEN] = {};
        for (int i = 0; i < h.many; ++i) {
            bool own = false;
            for (int k = 0; k < number_ && !own; ++k)
                if (!used[k] && touched_[k].healed() && touched_[k].after == h.patients[i]) own = used[k] = true;
            if (!own) found[number++] = h.patients[i];
        }
        return number;
    }

    // Steps for different patients, perhaps recoloured for it (6.10).
    void others(const Hospital& h) {
        Code there[BEDS];
        const int many = different(h, there);
        heal_others(h, there, many, 0, 0);
    }

    void heal_others(const Hospital& h, const Code* there, int many, int first, int done) {
        if (done >= std::min(worker_->patients, MOST_ALSO)) {
            emit_(h, action_);
            return;
        }
        for (int i = first; i < many; ++i) {
            if (i > first && there[i] == there[i - 1]) continue;
            const bool alike = worker_->target == ANY || now_of(there[i]) == worker_->target;
            for (int heals = 0; heals <= heals_before(h, there[i], done, !all_values(worker_->values)); ++heals) {
                const Pick pick{there[i], heals, static_cast<signed char>(alike ? ANY : worker_->target)};
                if (pick.bags() > h.bags || !has(worker_->values, value_of(pick.now()))) continue;
                const Hospital after = also(h, done, pick, healed(pick.now(), worker_->steps));
                heal_others(after, there, many, i + 1, done + 1);
            }
        }
    }

    // How often somebody whom the worker's own effect will touch may be healed before the placement: not he whom the
    // department treats.
    int heals_before(const Hospital& h, Code code, int done, bool value_matters) const {
        if (bags_are == Bags::APART || !value_matters || !h.bags) return 0;
        const int untouched = count(code) - taken(code) - static_cast<int>(std::count(action_.also, action_.also + done, code));
        return untouched > 0 ? std::min<int>(h.bags, most_heals(code, true)) : 0;
    }

    // Somebody is touched by the worker's own effect.
    Hospital also(const Hospital& h, int at, const Pick& pick, Code now) {
        Hospital after = h;
        after.bags = static_cast<u8>(after.bags - pick.bags());
        after.exchange(pick.code, now);
        action_.also[at] = pick.code;
        action_.also_heals[at] = static_cast<u8>(pick.heals);
        action_.also_recoloured[at] = pick.recoloured;
        return after;
    }

    // A step for a different patient whose value somebody healed had before.
    void same_value(const Hospital& h) {
        unsigned old = 0;
        for (int i = 0; i < number_; ++i)
            if (counts(touched_[i])) old |= 1u << value_of(touched_[i].before);
        Code there[BEDS];
        const int many = different(h, there);
        for (int i = 0; i < many; ++i) {
            if (i && there[i] == there[i - 1]) continue;
            for (int heals = 0; heals <= heals_before(h, there[i], 0, true); ++heals) {
                const Pick pick{there[i], heals, ANY};
                if (has(old, value_of(pick.now()))) emit_(also(h, 0, pick, healed(pick.now(), worker_->steps)), action_);
            }
        }
    }

    // 7.3: one different patient better, another one worse; a 1 becomes a fatality.
    void up_and_down(const Hospital& h) {
        Code there[BEDS];
        const int many = different(h, there);
        for (int up = 0; up < many; ++up) {
            if (up && there[up] == there[up - 1]) continue;
            for (int down = 0; down < many; ++down) {
                if (down == up || (down && there[down] == there[down - 1] && down - 1 != up)) continue;
                const Hospital better = also(h, 0, {there[up], 0, ANY}, healed(there[up], 1));
                const bool dies = value_of(there[down]) == 1;
                for (int heals = 0; heals <= std::min(1, heals_before(h, there[down], 1, dies)); ++heals) {
                    const Pick pick{there[down], heals, ANY};
                    if (heals || !dies) {
                        emit_(also(better, 1, pick, worse(as_treated(pick.now()), 1)), action_);
                        continue;
                    }
                    Hospital after = better;
                    after.remove(pick.code);
                    ++after.deaths;
                    action_.also[1] = pick.code;
                    action_.also_heals[1] = 0;
                    emit_(after, action_);
                }
            }
        }
    }

    // 7.3: any patient takes any colour.
    void recolour_one(const Hospital& h) {
        for (int i = 0; i < h.many; ++i) {
            if (i && h.patients[i] == h.patients[i - 1]) continue;
            for (int colour = 0; colour < COLOURS; ++colour) {
                const Code code = h.patients[i], now = as_colour(code, colour);
                if (now == code) continue;
                Hospital after = h;
                after.exchange(code, now);
                action_.also[0] = code;
                action_.also_given = static_cast<signed char>(colour);
                emit_(after, action_);
            }
        }
    }

    const Team& team_;
    const Hospital& start_;
    Emit& emit_;
    bool nurse_free_ = false;
    const Department* department_ = nullptr;
    const Worker* worker_ = nullptr;
    Action action_{};
    Pick options_[2 * BEDS * BEST];
    int many_options_ = 0, wanted_ = 0, number_ = 0;
    Pick chosen_[MOST_CHOSEN];
    Touched touched_[MOST_CHOSEN];
};

template <Bags bags_are = Bags::APART, class Emit>
void for_each_action(const Team& team, const Hospital& h, Emit&& emit) {
    Placements<bags_are, Emit>(team, h, emit).run();
}

}  // namespace clinic::dice
