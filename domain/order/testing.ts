import fc from 'fast-check'
import { Invalid, NotAllowed, NotFound, perform, Refusal } from '#domain/command.ts'
import { fold, type Person, type Recorded } from '#domain/event.ts'
import { defaultSteps } from '#domain/questionnaire/default.ts'
import { asha, farhan, meera, opened } from '#domain/samples.ts'
import { recorded, type Sample } from '#domain/testing.ts'
import type { CommandDefinition } from './action.ts'
import { type OrderEvent, orderCommands, orders } from './actions.ts'
import type { Order } from './order.ts'
import { type Cases, type Entered, ravi } from './testing-action.ts'

// Random scenarios of an order: whatever a client, two admins and a stranger may try, in any order.

// biome-ignore lint/suspicious/noExplicitAny: every command's own input and events
type AnyCases = Cases<any, any>

// Each test as a module of its own, by the query: what it checks is not run where its cases are imported.
const tests = import.meta.glob<Record<string, unknown>>('./*.test.ts', { query: '?cases' })

const isCases = (value: unknown): value is AnyCases =>
  typeof value === 'object' && value !== null && 'command' in value && 'example' in value

/** The cases of a command’s test. The test is named like the command. */
async function casesOf(name: string): Promise<AnyCases> {
  const path = `./${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.test.ts`
  const cases = Object.values((await tests[path]?.()) ?? {}).find(isCases)
  if (!cases) throw new Error(`${path} has to export the cases of ${name}`)
  return cases
}

/** The cases of all commands. */
export const allCases: readonly AnyCases[] = await Promise.all(Object.keys(orderCommands).map(casesOf))

/** All persons of a scenario, the stranger last. */
export const allPersons = [asha, meera, ravi, farhan]

/** A step of a scenario: a person executes a command on an order; throws when it is refused. */
export type ScenarioStep = (order: Order, at: string) => { by: Person; events: OrderEvent[] }

/** A step with a fixed input, or with one that is made from the state of the order. */
export const scenarioStep =
  <Input>(
    // biome-ignore lint/suspicious/noExplicitAny: whatever its name and its events
    command: CommandDefinition<any, Input, any>,
    by: Person,
    input: Entered<Input> | ((order: Order) => Entered<Input>),
  ): ScenarioStep =>
  (order, at) => {
    const given = typeof input === 'function' ? input(order) : input
    return { by, events: perform(command, order, command.input.parse({ orderId: 'x1', ...given }), { by, at }) }
  }

/** How an event comes about: the command, and the input that it follows from. */
export function causeOf({ type, data }: OrderEvent): { command: AnyCases['command']; input: object } {
  const cases = allCases.find(({ inputOf }) => Object.hasOwn(inputOf, type))
  if (!cases) throw new Error(`No test of a command says by which input ${type} comes about`)
  return { command: cases.command, input: cases.inputOf[type]!(data as never) }
}

const scenarioSteps = fc.array(
  fc.oneof(
    ...allCases.flatMap(({ command, tried, inputOf, rare }) =>
      tried
        ? [
            {
              // Rare, so that most of a scenario happens on an open order.
              weight: (rare ? 1 : 5) * Object.keys(inputOf).length,
              arbitrary: tried.map(({ by, input }) => scenarioStep(command, by, input)),
            },
          ]
        : [],
    ),
  ),
  { maxLength: 40, size: 'max' },
)

const refusals = [Refusal, NotAllowed, NotFound, Invalid]

/** Runs the steps one after the other and answers the recorded events; a refused step records nothing. */
export function runScenario(steps: readonly ScenarioStep[], id = 'x1', first = opened): Recorded<OrderEvent>[] {
  const samples: Sample<OrderEvent>[] = [first]
  let order = fold(orders, recorded(`order-${id}`, samples))
  steps.forEach((step, minute) => {
    const at = new Date(Date.parse(opened.at) + (minute + 1) * 60_000).toISOString()
    try {
      const { by, events } = step(order, at)
      const known = samples.length
      samples.push(...events.map((event) => ({ ...event, by, at })))
      order = fold(orders, recorded(`order-${id}`, samples).slice(known), order)
    } catch (error) {
      if (!refusals.some((kind) => error instanceof kind) && !isBadInput(error)) throw error
    }
  })
  return recorded(`order-${id}`, samples)
}

// Invalid input of a command is never executed: the api answers it before.
const isBadInput = (error: unknown): boolean => error instanceof Error && error.name === 'ZodError'

/** An order whose steps say what of the client’s completes them. */
const openedWithSteps = { ...opened, data: { ...opened.data, steps: defaultSteps } }

/** Random event histories of an order, with steps that are executed at the end of each. */
export const scenarios = (...atLast: ScenarioStep[]): fc.Arbitrary<Recorded<OrderEvent>[]> =>
  fc
    .tuple(scenarioSteps, fc.constantFrom(opened, openedWithSteps))
    .map(([steps, first]) => runScenario([...steps, ...atLast], 'x1', first))

/** A value after a round trip through JSON. */
export const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value))
