// Written by `npm run pictures`, which measures what is drawn where and when (infra/tools/pictures/points.ts).

/** Where one of the five points of a work is to be seen: in its 2nd or 3rd picture, at fractions of its width and height. */
export type PicturePoint = { picture: 2 | 3; x: number; y: number }

/** The points of each work of `domain/site/works.ts` by its id, in the order of its texts. */
export const picturePoints: Readonly<Record<number, readonly PicturePoint[]>> = {
  1: [
    { picture: 2, x: 0.461, y: 0.112 },
    { picture: 2, x: 0.033, y: 0.382 },
    { picture: 2, x: 0.445, y: 0.749 },
    { picture: 3, x: 0.045, y: 0.224 },
    { picture: 3, x: 0.635, y: 0.599 },
  ],
  2: [
    { picture: 2, x: 0.028, y: 0.17 },
    { picture: 2, x: 0.03, y: 0.701 },
    { picture: 3, x: 0.07, y: 0.104 },
    { picture: 3, x: 0.57, y: 0.294 },
    { picture: 3, x: 0.746, y: 0.946 },
  ],
  3: [
    { picture: 2, x: 0.035, y: 0.146 },
    { picture: 2, x: 0.553, y: 0.294 },
    { picture: 3, x: 0.091, y: 0.395 },
    { picture: 2, x: 0.528, y: 0.698 },
    { picture: 3, x: 0.285, y: 0.612 },
  ],
  4: [
    { picture: 2, x: 0.223, y: 0.33 },
    { picture: 2, x: 0.565, y: 0.491 },
    { picture: 2, x: 0.565, y: 0.604 },
    { picture: 3, x: 0.484, y: 0.114 },
    { picture: 3, x: 0.12, y: 0.749 },
  ],
  5: [
    { picture: 2, x: 0.03, y: 0.367 },
    { picture: 2, x: 0.749, y: 0.469 },
    { picture: 3, x: 0.025, y: 0.262 },
    { picture: 3, x: 0.523, y: 0.898 },
    { picture: 2, x: 0.285, y: 0.674 },
  ],
  6: [
    { picture: 2, x: 0.113, y: 0.272 },
    { picture: 3, x: 0.038, y: 0.15 },
    { picture: 3, x: 0.435, y: 0.321 },
    { picture: 2, x: 0.038, y: 0.904 },
    { picture: 3, x: 0.045, y: 0.748 },
  ],
}

/** The parts ringed in the picture before, in the order of its notes: boxes in pixels of the picture of 1600 by 1000. */
export const beforeRings = [
  { x: 20, y: 200, width: 1417, height: 22 },
  { x: 390, y: 657, width: 496, height: 271 },
  { x: 108, y: 875, width: 150, height: 34 },
] as const

/** When the film has what, in seconds: `drafting` in infra/tools/pictures/drafting/sheet.ts. */
export const filmTimes = {
  seconds: 14,
  guides: 1.2,
  pencil: 4.2,
  poster: 8.96,
  ink: 7.58,
  colour: 10.4,
  finished: 11.6,
  putAway: 12.7,
} as const
