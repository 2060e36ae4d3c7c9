#include "dice_hospital/last_bound.hpp"

#include <bit>
#include <cmath>
#include <numeric>

namespace clinic::dice {

namespace {

constexpr i64 NEVER = i64{1} << 50;  // dearer than anything
constexpr std::size_t POOL = 24;       // prices for a number of patients who leave
constexpr i64 TESTS_PER_TUNING = 400;  // hospitals
constexpr i64 FARTHEST = 8;            // points that prices are thought to be from good ones
constexpr int FIRST_TURNS = 150, TURNS = 30;

}  // namespace

LastWorth::LastWorth(const Worth& worth)
    : bag(std::llround(worth.bags(1) - worth.bags(0))),
      death(std::llround(worth.patients(0, 0))),
      empty(std::llround(worth.empty)),
      point(std::llround(worth.point)),
      rescued(std::llround(worth.rescued)),
      neglect(static_cast<int>(worth.neglect)),
      most_points_(static_cast<int>(worth.discharged.shape[0]) - 1),
      side_(static_cast<int>(worth.reports.shape[0])) {
    for (i64 k = 0; k < worth.discharged.size(); ++k) points_.push_back(std::llround(worth.discharged.data[k]));
    for (i64 k = 0; k < worth.reports.size(); ++k) reports_.push_back(std::llround(worth.reports.data[k]));
}

LastBound::LastBound(const Team& team, const LastWorth& worth, const Hospital& start)
    : team_(team), worth_(worth), resources_(team), start_(start) {}

std::unique_ptr<LastBound::Prices> LastBound::priced(const std::vector<double>& wished) const {
    auto prices = std::make_unique<Prices>();
    for (const double price : wished) prices->of.push_back(std::max<i64>(0, std::llround(price)));
    prices->departments.resize(team_.departments.size());
    std::iota(prices->departments.begin(), prices->departments.end(), 0);
    auto paid = [&](int d) {
        return prices->of[static_cast<std::size_t>(d)] * resources_.all[static_cast<std::size_t>(d)].treatments;
    };
    std::stable_sort(prices->departments.begin(), prices->departments.end(), [&](int a, int b) { return paid(a) > paid(b); });
    find_lowest(*prices);
    return prices;
}

// What a treatment costs somebody who counts as a colour: perhaps a blood bag for another one, too (6.10).
i64 LastBound::step_cost(const Prices& prices, std::size_t r, int colour) const {
    const Resource& resource = resources_.all[r];
    const bool by_bag = resource.colour != ANY && resource.colour != colour && !resources_.free_colours;
    return prices.of[r] + (by_bag ? prices.of.back() : 0);
}

// The cheapest way to leave, if every resource could be used again and again.
void LastBound::find_lowest(Prices& prices) const {
    for (auto& row : prices.lowest) row.fill(NEVER);
    for (bool changed = true; changed;) {
        changed = false;
        for (int value = BEST; value >= 1; --value)
            for (int colour = 0; colour < COLOURS; ++colour)
                for (std::size_t r = 0; r < prices.of.size(); ++r) {
                    const Resource& resource = resources_.all[r];
                    if (!resource.treatments || !has(resource.values, value)) continue;
                    const int now = resource.colour == ANY ? colour : resource.colour;
                    const i64 cost = step_cost(prices, r, colour);
                    for (int down = 0; down <= resource.down; ++down) {
                        const int after = resource.flips ? BEST + 1 - value : down ? value - 1 : value + resource.steps;
                        if (after < 1) continue;
                        const i64 all = cost + (after > BEST ? 0 : prices.lowest[static_cast<std::size_t>(after)][static_cast<std::size_t>(now)]);
                        i64& lowest = prices.lowest[static_cast<std::size_t>(value)][static_cast<std::size_t>(colour)];
                        if (all < lowest) {
                            lowest = all;
                            changed = true;
                        }
                    }
                }
    }
}

// The cheapest way to leave with each resource used once at most, bags apart.
void LastBound::explore(const Prices& prices, int value, int colour, u64 used, i64 paid, unsigned seen, int bags,
                        Plan& best) const {
    for (std::size_t r = 0; r < prices.of.size(); ++r) {
        const Resource& resource = resources_.all[r];
        const bool is_bag = r + 1 == prices.of.size();
        if (!resource.treatments || (!is_bag && used >> r & 1) || !has(resource.values, value)) continue;
        const bool by_bag = resource.colour != ANY && resource.colour != colour && !resources_.free_colours;
        const i64 cost = paid + step_cost(prices, r, colour);
        const int now = resource.colour == ANY ? colour : resource.colour, more = bags + is_bag + by_bag;
        enter(prices, r, resource.flips ? BEST + 1 - value : value + resource.steps, now, used, cost, seen, more, best);
        if (resource.down) enter(prices, r, value - 1, now, used, cost, seen, more, best);
    }
}

void LastBound::enter(const Prices& prices, std::size_t r, int after, int colour, u64 used, i64 paid, unsigned seen,
                      int bags, Plan& best) const {
    const u64 uses = used | u64{1} << r;
    if (after > BEST) {
        if (paid >= best.leave) return;
        best.leave = paid;
        best.leave_uses = uses;
        best.leave_bags = bags;
    } else if (after >= 1 && !has(seen, after) &&
               paid + prices.lowest[static_cast<std::size_t>(after)][static_cast<std::size_t>(colour)] < best.leave) {
        explore(prices, after, colour, uses, paid, seen | 1u << after, bags, best);
    }
}

const LastBound::Plan& LastBound::plan(Prices& prices, Code code) const {
    Plan& plan = prices.plans[code];
    if (plan.known) return plan;
    plan = {NEVER, 0, 0, 0, 0, 0, true};
    const int value = value_of(code), colour = now_of(code);
    explore(prices, value, colour, 0, 0, 1u << value, 0, plan);
    if (worth_.dies(code)) {
        plan.stay = worth_.death * UNIT;
        for (std::size_t r = 0; r < prices.of.size(); ++r) {
            const Resource& resource = resources_.all[r];
            if (!resource.treatments || !has(resource.values, value)) continue;
            const i64 cost = step_cost(prices, r, colour);
            if (-cost <= plan.stay) continue;
            plan.stay = -cost;
            plan.stay_uses = u64{1} << r;
            plan.stay_bags = (r + 1 == prices.of.size()) + (cost > prices.of[r]);
        }
    }
    return plan;
}

int LastBound::may_die(const Hospital& h) const {
    int number = 0;
    for (int i = 0; i < h.many; ++i) number += worth_.dies(h.patients[i]);
    for (std::size_t w = 0; w < team_.workers.size(); ++w)
        number += (h.workers >> w & 1) && team_.workers[w].ability == Ability::UP_AND_DOWN;
    return number;
}

// 7.3: blood bags that workers may still bring.
int LastBound::gained_bags(const Hospital& h) const {
    int number = 0;
    for (std::size_t w = 0; w < team_.workers.size(); ++w) {
        if (!(h.workers >> w & 1)) continue;
        if (team_.workers[w].ability == Ability::BLOOD_BAG) number += team_.workers[w].amount;
        if (team_.workers[w].ability == Ability::FATALITY_TO_BLOOD_BAG) ++number;
    }
    return number;
}

// All that is for sale: a department for each worker who is free, his own effect, and blood bags.
i64 LastBound::supply(const Prices& prices, const Hospital& h) const {
    int left = std::popcount(h.workers);
    i64 total = 0;
    for (const int d : prices.departments) {
        if (!left) break;
        if (!(h.departments >> d & 1)) continue;
        total += prices.of[static_cast<std::size_t>(d)] * resources_.all[static_cast<std::size_t>(d)].treatments;
        --left;
    }
    for (std::size_t w = 0; w < team_.workers.size(); ++w) {
        if (!(h.workers >> w & 1)) continue;
        const std::size_t r = team_.departments.size() + w;
        total += prices.of[r] * resources_.all[r].treatments;
        const Worker& worker = team_.workers[w];
        if (worker.ability == Ability::POINTS) total += std::max<i64>(0, worth_.point * worker.amount) * UNIT;
        if (worker.ability == Ability::FATALITY_TO_BLOOD_BAG) total += std::max<i64>(0, worth_.rescued) * UNIT;
    }
    return total + (h.bags + gained_bags(h)) * std::max(prices.of.back(), worth_.bag * UNIT);
}

i64 LastBound::settled(const Hospital& h) const {
    return UNIT * (worth_.point * h.points + worth_.rescued * h.rescued + worth_.death * h.deaths);
}

// The most if so many leave from here on.
i64 LastBound::most(Prices& prices, const Hospital& h, int leave, Leaving* leaving) const {
    i64 total = supply(prices, h) + settled(h), gains[COLOURS][BEDS + 1];
    int many[COLOURS] = {};
    for (int i = 0; i < h.many; ++i) {
        const Plan& one = plan(prices, h.patients[i]);
        total += one.stay;
        const int own = own_of(h.patients[i]);
        const i64 gain = -one.leave - one.stay;
        int at = ++many[own];
        for (; at > 1 && gains[own][at - 1] < gain; --at) gains[own][at] = gains[own][at - 1];
        gains[own][at] = gain;
    }
    for (int colour = 0; colour < COLOURS; ++colour) {
        gains[colour][0] = 0;
        for (int k = 1; k <= many[colour]; ++k) gains[colour][k] += gains[colour][k - 1];
    }
    total += UNIT * worth_.points(h.discharged_in_all() + leave);
    if (h.many - leave <= may_die(h)) total += UNIT * std::max<i64>(0, worth_.empty);
    i64 best = -NEVER;
    for (int r = std::max(0, leave - many[1] - many[2]); r <= std::min(leave, many[0]); ++r)
        for (int y = std::max(0, leave - r - many[2]); y <= std::min(leave - r, many[1]); ++y) {
            const int g = leave - r - y;
            const i64 all = gains[0][r] + gains[1][y] + gains[2][g] +
                            UNIT * worth_.reports(h.discharged[0] + r, h.discharged[1] + y, h.discharged[2] + g);
            if (all <= best) continue;
            best = all;
            if (leaving) *leaving = {r, y, g};
        }
    return total + best;
}

// What the patients use of each resource, less what there is.
std::vector<double> LastBound::excess(Prices& prices, const Hospital& h, Leaving leaving) const {
    std::vector<double> found(prices.of.size(), 0.0);
    int left = std::popcount(h.workers);
    for (const int d : prices.departments) {
        if (!left) break;
        if (!(h.departments >> d & 1)) continue;
        found[static_cast<std::size_t>(d)] -= resources_.all[static_cast<std::size_t>(d)].treatments;
        --left;
    }
    for (std::size_t w = 0; w < team_.workers.size(); ++w)
        if (h.workers >> w & 1) found[team_.departments.size() + w] -= resources_.all[team_.departments.size() + w].treatments;
    if (prices.of.back() >= worth_.bag * UNIT) found.back() -= h.bags + gained_bags(h);
    std::array<int, BEDS> order;
    std::iota(order.begin(), order.begin() + h.many, 0);
    auto gain = [&](int k) { return -prices.plans[h.patients[k]].leave - prices.plans[h.patients[k]].stay; };
    std::stable_sort(order.begin(), order.begin() + h.many, [&](int a, int b) { return gain(a) > gain(b); });
    for (int k = 0; k < h.many; ++k) {
        const Code code = h.patients[order[static_cast<std::size_t>(k)]];
        const Plan& plan = prices.plans[code];
        const bool leaves = leaving[static_cast<std::size_t>(own_of(code))]-- > 0;
        const u64 uses = leaves ? plan.leave_uses : plan.stay_uses;
        for (std::size_t r = 0; r + 1 < found.size(); ++r) found[r] += static_cast<double>(uses >> r & 1);
        found.back() += leaves ? plan.leave_bags : plan.stay_bags;
    }
    return found;
}

// Prices that exclude `least` from a hospital on, or come near it, by a subgradient method; the bound they make.
i64 LastBound::tune(const Hospital& h, int leave, i64 least, int turns) {
    Pool& pool = pools_[static_cast<std::size_t>(h.discharged_in_all() + leave - start_.discharged_in_all())];
    std::vector<double> at(resources_.all.size(), static_cast<double>(UNIT));
    i64 before = NEVER;
    for (const auto& prices : pool) {
        const i64 bound = most(*prices, h, leave);
        if (bound >= before) continue;
        before = bound;
        at.assign(prices->of.begin(), prices->of.end());
    }
    double pace = 1.0;
    int stale = 0;
    i64 best = NEVER;
    std::unique_ptr<Prices> found;
    for (int turn = 0; turn < turns && best >= least * UNIT; ++turn) {
        auto prices = priced(at);
        Leaving leaving{};
        const i64 bound = most(*prices, h, leave, &leaving);
        const std::vector<double> excess = this->excess(*prices, h, leaving);
        if (bound < best) {
            best = bound;
            found = std::move(prices);
            stale = 0;
        } else if (++stale == 3) {
            pace *= 0.6;
            stale = 0;
        }
        double norm = 0.0;
        for (const double one : excess) norm += one * one;
        if (norm == 0.0) break;
        const i64 ahead = std::min(bound - least * UNIT + UNIT / 2, FARTHEST * UNIT);
        const double step = pace * static_cast<double>(ahead) / norm;
        for (std::size_t r = 0; r < at.size(); ++r) at[r] = std::max(0.0, at[r] + step * excess[r]);
    }
    if (best < before) {
        pool.push_front(std::move(found));
        if (pool.size() > POOL) pool.pop_back();
    }
    return std::min(best, before);
}

i64 LastBound::root(i64 least) {
    i64 highest = -NEVER;
    for (int leave = 0; leave <= start_.many; ++leave) {
        const i64 bound = tune(start_, leave, least, FIRST_TURNS);
        excluded_[static_cast<std::size_t>(leave)] = bound < least * UNIT;
        highest = std::max(highest, bound);
    }
    return highest >= 0 ? highest / UNIT : -((-highest + UNIT - 1) / UNIT);
}

bool LastBound::may_reach(const Hospital& h, i64 least) {
    const int gone = h.discharged_in_all() - start_.discharged_in_all();
    ++tests_;
    for (int leave = h.many; leave >= 0; --leave) {
        const auto number = static_cast<std::size_t>(gone + leave);
        if (excluded_[number]) continue;
        Pool& pool = pools_[number];
        bool open = true;
        for (std::size_t k = 0; open && k < pool.size(); ++k) {
            if (most(*pool[k], h, leave) >= least * UNIT) continue;
            open = false;
            if (k) std::swap(pool[k], pool[k - 1]);
        }
        if (open && tests_ >= TESTS_PER_TUNING) {
            tests_ = 0;
            open = tune(h, leave, least, TURNS) >= least * UNIT;
        }
        if (open) return true;
    }
    return false;
}

i64 LastBound::promise(const Hospital& h, i64 least) {
    const int gone = h.discharged_in_all() - start_.discharged_in_all();
    i64 best = -NEVER;
    for (int leave = h.many; leave >= 0; --leave) {
        const auto number = static_cast<std::size_t>(gone + leave);
        if (excluded_[number] || pools_[number].empty()) continue;
        i64 lowest = NEVER;
        for (std::size_t k = 0; k < std::min<std::size_t>(2, pools_[number].size()); ++k)
            lowest = std::min(lowest, most(*pools_[number][k], h, leave));
        if (lowest >= least * UNIT) best = std::max(best, lowest);
    }
    return best;
}

}  // namespace clinic::dice
