// A small board of every game, for games to be played to their end, and numbers that are the same in every run.

/** Where games begin that are played to their end. */
export const STARTS = ["dots:2x2", "dotdot:2x2", "domineering:4x3:v", "cram:3x4", "xo:3x3", "kings:4x5"];

/**
 * A game of chance that is the same in every run.
 * @param {number} seed
 */
export function chance(seed) {
    let state = seed;
    return (/** @type {number} */ below) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor((state / 2 ** 32) * below);
    };
}
