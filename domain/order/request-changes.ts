import { z } from 'zod'
import { clear, personal } from '#domain/action.ts'
import { Invalid, Refusal } from '#domain/command.ts'
import { counted } from '#domain/count.ts'
import { formatMoney, rupees } from '#domain/money.ts'
import { messageTraits, orderCommand, orderEvent } from './action.ts'
import { storedFile } from './conversation.ts'
import { type Design, draftPhases, type Pin, pin, point } from './design-draft.ts'
import { fileBehind } from './design-link.ts'
import { withPending } from './fields.ts'
import { orderId, requiredText } from './input.ts'
import { type Order, onlyWhileOpen } from './order.ts'
import { draftPhaseOf, letterOf, maxPoints, nextRound, pointsIn, stateOf } from './review.ts'
import { bytesOf } from './share-files.ts'

export const ChangesRequested = orderEvent(
  'ChangesRequested',
  {
    version: clear(z.int()),
    phase: z.enum(draftPhases),
    /** The how many-th round of its phase it is. */
    round: clear(z.int()),
    /** The price in paise; 0 for a free round. */
    price: clear(z.int()),
    points: personal(z.array(point), []),
  },
  {
    ...messageTraits,
    kind: 'designs',
    apply: (order, { points, ...data }, { by, at, revision }, { append }) => ({
      ...order,
      rounds: append(order.rounds, {
        ...data,
        by: by.name,
        at,
        points: points.map((each) => ({ ...each, done: false, answer: '' })),
      }),
      invoice: data.price > 0 ? { ...order.invoice, revisions: order.invoice.revisions + 1 } : order.invoice,
      pending: withPending(order.pending, { at, revision }, { asks: 'changes', answers: ['draft'] }),
    }),
    sentence: ({ version, round, phase, price, points }) =>
      `Changes requested for version ${version}: ${points.length > 0 ? `${counted(points.length, 'point')}, ` : ''}round ${round} of the ${phase}, ${
        price > 0 ? formatMoney(price) : 'free'
      }`,
  },
)

/** The formats of a picture beside a point: those that every browser shows. */
export const pictureExtensions = ['png', 'jpg', 'jpeg', 'webp', 'gif'] as const

/** Why a round without points is refused. */
export const noPoints = 'Please add at least one point'

/**
 * Asks for changes of the latest version, in one round. `price`: in rupees, what the page said that the round costs.
 * `picture` of a point: the index in `files` of the picture sent with it.
 */
export const requestChanges = orderCommand(
  'requestChanges',
  z.object({
    orderId,
    version: z.int('The version is missing or invalid'),
    price: rupees,
    points: z
      .array(
        z.object({
          text: requiredText('Please write what should change', 1_000),
          pin: pin.optional(),
          picture: z.int().min(0).optional(),
        }),
        noPoints,
      )
      .min(1, noPoints)
      .max(maxPoints, `Please use at most ${maxPoints} points`),
    files: z.array(storedFile),
    quota: z.int(),
  }),
  {
    summary: 'Ask for changes to the design',
    scope: null,
    limit: 'upload',
    roles: ['client'],
    success: 'Changes requested',
    decide(order, { version, price: read, points, files, quota }) {
      onlyWhileOpen(order)
      const { phase } = reviewed(order, version)
      if (stateOf(order, version) === 'changes')
        throw new Refusal(`Changes were already requested for version ${version}`)
      const { round, price } = nextRound(order, phase)
      if (price === undefined)
        throw new Refusal('Both free rounds are used, and the project has no price yet. Please write to us.')
      if (price !== read)
        throw new Refusal(`This round costs ${formatMoney(price)} now. Please check it and send it again.`)
      if (points.some((each) => each.picture !== undefined && !files[each.picture])) throw new Invalid({ points: lost })
      if (points.some((each) => each.pin && !hasFileOf(order, version, each.pin)))
        throw new Invalid({ points: offTheDraft })
      if (bytesOf(order, files) > quota) throw new Refusal('This project has reached its file limit')
      const before = pointsIn(order, phase).length
      const lettered = points.map(({ picture, ...rest }, at) => ({
        letter: letterOf(before + at),
        ...rest,
        ...(picture === undefined ? {} : { picture: files[picture]! }),
      }))
      return [ChangesRequested({ version, phase, round, price, points: lettered })]
    },
    undo: 'cannot be taken back',
    palette: (order) =>
      isWaiting(order) ? [{ tab: 'design', label: 'Ask for changes', words: 'design review round point' }] : [],
  },
)

/** Whether the latest version waits for its client. */
export const isWaiting = (order: Pick<Order, 'designs' | 'rounds'>): boolean =>
  order.designs.length > 0 && stateOf(order, order.designs.length) === 'waiting'

const lost = 'A picture of a point is missing'
const offTheDraft = 'A point isn’t on this version'

/** The latest version with its phase, where it is the one that was read and is not approved. Throws `Refusal`. */
export function reviewed(order: Order, version: number): Design & Required<Pick<Design, 'phase'>> {
  const latest = order.designs.at(-1)
  if (!latest) throw new Refusal('No design has been shared yet')
  const count = order.designs.length
  if (version !== count) throw new Refusal(`There is a newer version of the design. Please look at version ${count}.`)
  if (latest.approved) throw new Refusal(`Version ${version} was already approved by ${latest.approved.name}`)
  return { ...latest, phase: latest.phase ?? draftPhaseOf(order.steps) }
}

/** Whether a version has the file that a pin is on: of a link only one that leads to a file of the order. */
export function hasFileOf({ designs, conversation }: Order, version: number, { file }: Pin): boolean {
  const design = designs[version - 1]
  if (design?.files) return file < design.files.length
  return design !== undefined && file === 0 && fileBehind(design.link, conversation) !== undefined
}
