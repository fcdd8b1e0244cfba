import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

const action = `import { z } from 'zod'
import { personal } from '../action.ts'
import { entryTraits, orderCommand, orderEvent } from './action.ts'
import { orderId, requiredText } from './input.ts'
import { onlyWhileOpen } from './order.ts'

export const AgreementSigned = orderEvent(
  'AgreementSigned',
  { name: personal(z.string(), '') },
  { ...entryTraits, kind: 'project', apply: (order) => order, sentence: () => 'The agreement is signed' },
)

export const signAgreement = orderCommand(
  'signAgreement',
  z.object({ orderId, name: requiredText('Please enter your name', 200) }),
  {
    summary: 'Sign the agreement',
    call: 'PUT /api/sign-agreement',
    scope: 'orders:write',
    roles: ['client'],
    success: 'Agreement signed',
    decide(order, { name }) {
      onlyWhileOpen(order)
      return [AgreementSigned({ name })]
    },
    undo: 'cannot be taken back',
    palette: 'not in the palette',
  },
)
`
const test = `import { asha, opened } from '#domain/samples.ts'
import { AgreementSigned, signAgreement } from './sign-agreement.ts'
import { cases, check, some, tries } from './testing-action.ts'

export const ofSignAgreement = cases(signAgreement, {
  example: {
    given: [opened],
    by: asha,
    input: { name: 'Asha Rao' },
    follows: [AgreementSigned({ name: 'Asha Rao' })],
    said: 'The agreement is signed',
  },
  who: { visitor: 401, client: 200, stranger: 404, admin: 403 },
  inputOf: { AgreementSigned: ({ name }) => ({ name }) },
  tried: tries({ name: some('Asha Rao', 'A. Rao') }),
})

if (import.meta.vitest) check(ofSignAgreement)
`

/** A copy of the domain, in which files are written and their types checked. */
async function copyOfDomain() {
  const copy = await mkdtemp(join(tmpdir(), 'atelier-action-'))
  onTestFinished(() => rm(copy, { recursive: true }))
  for (const path of ['domain', 'package.json', 'tsconfig.json'])
    await cp(root + path, join(copy, path), { recursive: true })
  await symlink(`${root}node_modules`, join(copy, 'node_modules'))
  const config = JSON.parse(await readFile(join(copy, 'tsconfig.json'), 'utf8'))
  await writeFile(join(copy, 'tsconfig.json'), JSON.stringify({ ...config, include: ['domain'] }))
  const write = (path: string, text: string) => writeFile(join(copy, path), text)
  /** The compiler’s errors, a line each. */
  const mistakes = () =>
    run(join(root, 'node_modules/.bin/tsc'), ['--noEmit', '--pretty', 'false'], { cwd: copy }).then(
      () => [],
      ({ stdout }: { stdout: string }) => stdout.trim().split('\n'),
    )
  const runTests = (...of: string[]) =>
    run(join(root, 'node_modules/.bin/vitest'), ['run', '--root', copy, '--testTimeout=60000', ...of], { cwd: copy })
  return { copy, write, mistakes, runTests }
}

/** It checks the types of the whole domain four times. */
it('a new action of an order is its file, its lines in the registry and its test, and nothing else of the domain', async () => {
  const { copy, write, mistakes, runTests } = await copyOfDomain()
  const registry = await readFile(join(copy, 'domain/order/actions.ts'), 'utf8')
  const registered = registry
    .replace('\nimport ', "\nimport { AgreementSigned, signAgreement } from './sign-agreement.ts'\nimport ")
    .replace('\n  ClientErased,\n', '\n  ClientErased,\n  AgreementSigned,\n')
    .replace('\n  eraseClient,\n', '\n  eraseClient,\n  signAgreement,\n')
  await write('domain/order/actions.ts', registered)
  await write('domain/order/sign-agreement.ts', action)
  await write('domain/order/sign-agreement.test.ts', test)
  expect(await mistakes()).toEqual([])
  await runTests('domain/order/', 'domain/contract/', 'domain/samples.test.ts')

  await write('domain/order/sign-agreement.ts', action.replace(/\n {4}undo: .*/, ''))
  expect((await mistakes()).join('\n')).toMatch(/sign-agreement\.ts[\s\S]*Property 'undo' is missing/)
  await write('domain/order/sign-agreement.ts', action.replace("personal(z.string(), '')", 'z.string()'))
  expect((await mistakes()).join('\n')).toMatch(/sign-agreement\.ts[\s\S]*Say whether it is personal/)
}, 180_000)

it('docs/adding-a-command.md names the places of an action: four of the product, two of the tests', async () => {
  const page = await readFile(`${root}docs/adding-a-command.md`, 'utf8')
  expect([...page.matchAll(/^\| `([^`]+)` \|/gm)].map(([, path]) => path)).toEqual([
    'domain/order/share-payment-link.ts',
    'domain/order/actions.ts',
    'web/order/admin/PaymentForms.tsx',
    'web/order/tabs/Payment.tsx',
    'domain/order/share-payment-link.test.ts',
    'infra/events/golden-events.tsv',
  ])
})
