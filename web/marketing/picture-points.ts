/** Where one of the five points of a work is to be seen: in its 2nd or 3rd picture, at fractions of its width and height. */
export type PicturePoint = { picture: 2 | 3; x: number; y: number }

/** The points of each work of `domain/works.ts` by its id, in the order of its texts. */
export const picturePoints: Readonly<Record<number, readonly PicturePoint[]>> = {
  1: [
    { picture: 2, x: 0.47, y: 0.1 },
    { picture: 2, x: 0.42, y: 0.39 },
    { picture: 2, x: 0.44, y: 0.8 },
    { picture: 3, x: 0.05, y: 0.25 },
    { picture: 3, x: 0.64, y: 0.59 },
  ],
  2: [
    { picture: 2, x: 0.3, y: 0.3 },
    { picture: 2, x: 0.4, y: 0.6 },
    { picture: 3, x: 0.3, y: 0.2 },
    { picture: 3, x: 0.4, y: 0.5 },
    { picture: 3, x: 0.7, y: 0.8 },
  ],
  3: [
    { picture: 2, x: 0.1, y: 0.3 },
    { picture: 2, x: 0.6, y: 0.5 },
    { picture: 3, x: 0.3, y: 0.4 },
    { picture: 2, x: 0.6, y: 0.8 },
    { picture: 3, x: 0.7, y: 0.7 },
  ],
  4: [
    { picture: 2, x: 0.3, y: 0.2 },
    { picture: 2, x: 0.6, y: 0.5 },
    { picture: 2, x: 0.6, y: 0.8 },
    { picture: 3, x: 0.3, y: 0.3 },
    { picture: 3, x: 0.4, y: 0.8 },
  ],
  5: [
    { picture: 2, x: 0.1, y: 0.2 },
    { picture: 2, x: 0.6, y: 0.4 },
    { picture: 3, x: 0.3, y: 0.3 },
    { picture: 3, x: 0.6, y: 0.7 },
    { picture: 2, x: 0.4, y: 0.8 },
  ],
  6: [
    { picture: 2, x: 0.2, y: 0.4 },
    { picture: 3, x: 0.1, y: 0.3 },
    { picture: 3, x: 0.5, y: 0.5 },
    { picture: 2, x: 0.5, y: 0.8 },
    { picture: 3, x: 0.7, y: 0.8 },
  ],
}
