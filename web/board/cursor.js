// Where an arrow key leads.

/** @typedef {{ x: number, y: number }} Point */

/** @type {Record<string, [number, number]>} */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The place that is next to `from` in a direction: the nearest within an eighth of a turn either way, else the nearest that lies
 * ahead at all. Undefined where nothing does.
 * @template {Point} P
 * @param {P[]} places
 * @param {Point} from
 * @param {[number, number]} direction
 * @returns {P | undefined}
 */
export function nextPlace(places, from, [dx, dy]) {
    let [best, least] = [/** @type {P | undefined} */ (undefined), Infinity];
    for (const place of places) {
        const ahead = (place.x - from.x) * dx + (place.y - from.y) * dy;
        const aside = Math.abs((place.x - from.x) * dy) + Math.abs((place.y - from.y) * dx);
        if (ahead <= 0) continue;
        const cost = aside <= ahead ? ahead + aside : 1e6 + ahead + 4 * aside;
        if (cost < least) [best, least] = [place, cost];
    }
    return best;
}

/**
 * The place nearest to a point.
 * @template {Point} P
 * @param {P[]} places
 * @param {Point} from
 * @returns {P | undefined}
 */
export function nearestPlace(places, from) {
    const distance = (/** @type {Point} */ { x, y }) => (x - from.x) ** 2 + (y - from.y) ** 2;
    return places.reduce(
        (/** @type {P | undefined} */ best, place) => (best && distance(best) <= distance(place) ? best : place),
        undefined,
    );
}
