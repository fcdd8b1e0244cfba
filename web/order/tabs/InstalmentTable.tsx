import { formatMoney, type Paise } from '#domain/money.ts'
import type { OrderStatus } from '#domain/order/fields.ts'
import { dueAmount, type Instalment } from '#domain/order/instalments.ts'
import { dueWhen } from '#domain/words/payment-titles.ts'
import { Tick } from '#web/kit/marks.tsx'
import { Row, SectionHeader } from '#web/kit/Page.tsx'
import { day, shortDay } from '#web/kit/time.ts'
import './MoneyTable.css'

/** `paid`: the whole sum paid, in paise; `left`: what is still to pay. */
type InstalmentTableProps = { instalments: readonly Instalment[]; paid: Paise; left: Paise; status: OrderStatus }

/** All instalments with their days, shares and states. They add up to the price. */
export function InstalmentTable({ instalments, paid, left, status }: InstalmentTableProps) {
  const isOpen = status === 'open'
  const sum = (amountOf: (part: Instalment) => Paise) => instalments.reduce((all, part) => all + amountOf(part), 0)
  const sums: [label: string, amount: Paise, className?: string][] = [
    ['Total', sum(({ amount }) => amount), 'is-total'],
    ['Paid', paid, 'green'],
    ['Overpaid', paid - sum(({ paid }) => paid)],
    [isOpen ? 'Being checked' : 'Not checked', sum(({ reported }) => reported), 'wet'],
    ['Still to pay', left],
  ]
  return (
    <>
      <SectionHeader title="All instalments" />
      <Row>
        <table className="instalments w-full">
          <caption className="sr">All instalments of this project</caption>
          <thead>
            <tr>
              <th scope="col">For</th>
              <th scope="col" className="is-figure is-share">
                Share
              </th>
              <th scope="col" className="is-figure">
                Amount
              </th>
              <th scope="col">State</th>
            </tr>
          </thead>
          <tbody>
            {instalments.map((part) => {
              const state = (isOpen || part.state !== 'later') && <State instalment={part} isOpen={isOpen} />
              return (
                <tr key={part.key}>
                  <th scope="row">
                    {part.title}
                    {(isOpen || part.state === 'paid') && <small>{dueWhen(part)}</small>}
                    {state && <small className="state-here">{state}</small>}
                  </th>
                  <td className="is-figure is-share">{part.share}%</td>
                  <td className="is-figure">{formatMoney(part.amount)}</td>
                  <td>{state}</td>
                </tr>
              )
            })}
          </tbody>
          <tfoot>
            {sums.map(
              ([label, amount, className]) =>
                amount > 0 && (
                  <tr key={label} className={className}>
                    <th scope="row">{label}</th>
                    <td className="is-share" />
                    <td className="is-figure">{formatMoney(amount)}</td>
                    <td />
                  </tr>
                ),
            )}
          </tfoot>
        </table>
      </Row>
    </>
  )
}

function State({ instalment, isOpen }: { instalment: Instalment; isOpen: boolean }) {
  const { state, due, amount } = instalment
  const open = dueAmount(instalment)
  if (state === 'paid')
    return (
      <span className="green">
        <Tick /> Paid
      </span>
    )
  if (state === 'reported') return <span className="wet">{isOpen ? 'Being checked' : 'Not checked'}</span>
  if (state === 'later') return <span>Later</span>
  const what = open === amount ? 'Due' : `${formatMoney(open)} due`
  return (
    <time className="red" dateTime={due} title={day(due!)}>
      {what} on {shortDay(due!)}
    </time>
  )
}
