import type { CSSProperties } from 'react'
import { formatMoney, type Paise } from '#domain/money.ts'
import type { Instalment } from '#domain/order/instalments.ts'
import './PaymentScale.css'

type Piece = { kind: 'paid' | 'reported' | 'due' | 'later'; amount: Paise }

/** The plan of instalments as one line, as long as the price: what is paid of it, being checked, due, and later. */
export function PaymentScale({ instalments }: { instalments: readonly Instalment[] }) {
  const total = instalments.reduce((sum, { amount }) => sum + amount, 0)
  const pieces = piecesOf(instalments)
  const sumOf = (kind: Piece['kind']) =>
    pieces.reduce((sum, piece) => (piece.kind === kind ? sum + piece.amount : sum), 0)
  const said = (['paid', 'reported', 'due'] as const)
    .filter((kind) => sumOf(kind) > 0)
    .map((kind) => `${formatMoney(sumOf(kind))} ${kind}`)
  return (
    <div className="pay-scale">
      <p className="pay-said row gap-1-5">
        {(['paid', 'reported', 'due'] as const).map(
          (kind) =>
            sumOf(kind) > 0 && (
              <span key={kind} className={`is-${kind}`}>
                {formatMoney(sumOf(kind))} {kind}
              </span>
            ),
        )}
      </p>
      <div
        className="pay-line flex"
        role="img"
        aria-label={`Of ${formatMoney(total)}: ${said.join(', ') || 'nothing paid'}`}
      >
        {instalments.map((part) => (
          <span key={part.key} className="pay-part flex" style={share(part.amount, total)}>
            {piecesOf([part]).map(({ kind, amount }) => (
              <i key={kind} className={`is-${kind}`} style={share(amount, part.amount)} />
            ))}
          </span>
        ))}
      </div>
      <div className="pay-names flex" aria-hidden="true">
        {instalments.map(({ key, title, amount }) => (
          <small key={key} style={share(amount, total)}>
            {amount / total < 0.08 ? '' : title}
          </small>
        ))}
      </div>
    </div>
  )
}

const share = (amount: Paise, whole: Paise): CSSProperties => ({ flexGrow: amount / whole, flexBasis: 0 })

/** The pieces of some instalments by state, in the order in which they are paid. */
const piecesOf = (instalments: readonly Instalment[]): Piece[] =>
  instalments.flatMap(({ amount, paid, reported, state }) => {
    const pieces: Piece[] = [
      { kind: 'paid', amount: paid },
      { kind: 'reported', amount: reported },
      { kind: state === 'later' ? 'later' : 'due', amount: amount - paid - reported },
    ]
    return pieces.filter((piece) => piece.amount > 0)
  })
