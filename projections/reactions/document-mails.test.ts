import { describe, expect, it, onTestFinished } from 'vitest'
import type { OrderEvent } from '#domain/order/actions.ts'
import { proposalText } from '#domain/order/proposal-text.ts'
import { confirmed, reported } from '#domain/order/testing-payments.ts'
import { asha, meera, offered, opened, registered } from '#domain/samples.ts'
import { sha256 } from '#domain/sha256.ts'
import type { Sample } from '#domain/testing.ts'
import type { Mailer } from '#infra/mail/mailer.ts'
import { readPdf } from '#infra/testing/read-pdf.ts'
import { Unavailable } from '#infra/unavailable.ts'
import { record } from '#projections/testing.ts'
import { testScene } from './testing.ts'
import { mailScene, mailsOf, staff } from './testing-mails.ts'

const { hash = '', ...proposal } = offered.data
const text = proposalText(proposal, 1)
const accepted: Sample<OrderEvent> = {
  type: 'ProposalAccepted',
  data: { version: 1, price: 45_000_00, text, hash, name: 'Asha R. Rao' },
  by: asha,
  at: '2026-11-13T18:45:00.000Z',
  ...{ origin: { address: '203.0.113.7', browser: 'Chrome on Android' } },
}
/** Asha has confirmed her address, and wants no mails; Kavya is a second admin. */
const quiet = { type: 'NotificationsChosen', data: { mail: false, push: false }, by: asha, at: opened.at }
const proven: Sample = { type: 'AddressProven', data: {}, by: asha, at: registered.at }
const kavya = { ...meera, id: 'kavya', name: 'Kavya Nair' }

async function scene(account: Sample[] = [registered, proven, quiet]) {
  const stage = await mailScene({}, account)
  await record(stage.events, 'account-kavya', staff(kavya))
  stage.until(accepted.at)
  await stage.happens(opened, offered)
  stage.until('2026-11-14T18:45:00.000Z')
  await stage.done()
  const before = (await stage.mails()).length
  return { ...stage, sent: async () => (await stage.mails()).slice(before) }
}

async function wordsOf(pdf: Uint8Array): Promise<string> {
  const { pages, close } = await readPdf(pdf)
  onTestFinished(() => close())
  const texts = (await Promise.all(pages.map((page) => page.texts()))).flat().map(({ text }) => text)
  return texts.join(' ').replace(/\s+/g, ' ')
}

describe('an accepted proposal', () => {
  // spec: 11.63
  it('is mailed once to the client and to every admin, with the text that was accepted as PDF and as it was hashed', async () => {
    const { happens, sent, restart, at } = await scene()
    await happens(accepted)
    await restart()
    await at('2026-11-20T18:45:00.000Z')
    const mails = await sent()
    expect(mails.map(({ to }) => to).toSorted()).toEqual(
      [registered.data.email, 'kavya@longhand.example', 'meera@longhand.example'].toSorted(),
    )
    for (const { subject, text: said, attachments } of mails) {
      expect(subject).toBe('Proposal accepted: Asha Rao #3')
      expect(said).toContain('Version 1 of the proposal for Asha Rao #3 was accepted by Asha R. Rao on 14/11/2026.')
      expect(said).toContain('https://longhand.example/order-detail/1?tab=proposal')
      const [pdf, frozen, ...others] = attachments
      expect([pdf!.filename, pdf!.type, others]).toEqual([
        'Asha Rao #3, proposal version 1, 2026-11-14.pdf',
        'application/pdf',
        [],
      ])
      expect(Buffer.from(frozen!.content).toString()).toBe(text)
      expect(sha256(Buffer.from(frozen!.content).toString())).toBe(hash)
      const words = await wordsOf(pdf!.content)
      for (const line of text.split('\n').slice(3)) expect(words).toContain(line.replace(/^- /, ''))
      for (const about of [
        '₹45,000, by Asha R. Rao.',
        'Saturday, 14/11/2026, 12:15 am (Asia/Kolkata), with Chrome on Android, from the account of Asha Rao.',
        hash,
      ])
        expect(words).toContain(about)
      expect(words).not.toContain('203.0.113.7')
    }
  })

  // security: 6.8
  it('is told without a word of the client to an address that is not confirmed', async () => {
    const { happens, sent } = await scene([registered, quiet])
    await happens(accepted)
    const mail = (await sent()).find(({ to }) => to === registered.data.email)!
    expect([mail.subject, mail.attachments]).toEqual(['Proposal accepted: your project', []])
    expect(mail.text).toContain('You can download the accepted text from the project.')
    expect(JSON.stringify(mail)).not.toMatch(/Asha/)
  })

  it('is mailed to no one once the client is deleted', async () => {
    const { happens, sent } = await scene()
    const erased: Sample<OrderEvent> = { type: 'ClientErased', data: { files: [] }, by: meera, at: accepted.at }
    await happens(accepted, erased)
    expect(await sent()).toEqual([])
  })

  it('waits with all that is attached while the mail server is away, and is sent once', async () => {
    const stage = await testScene()
    const sent: (readonly [string, number | undefined])[] = []
    let isAway = true
    const mailer: Mailer = {
      async send({ to, attachments }) {
        if (isAway) throw new Unavailable('The email server')
        sent.push([to, attachments?.length])
      },
      async ping() {},
      async close() {},
    }
    await record(stage.events, 'account-asha', registered, proven, quiet)
    const done = await stage.react(mailsOf(stage, mailer))
    stage.until(accepted.at)
    await record(stage.events, 'order-1', opened, offered, accepted)
    await done()
    expect(sent).toEqual([])
    isAway = false
    for (let minute = 0; minute < 3; minute++) {
      stage.clock.advance(60_000)
      await done()
    }
    expect(sent).toEqual([[registered.data.email, 2]])
  })
})

describe('a receipt', () => {
  const paid = [opened, offered, reported, confirmed]
  const buyer = { name: 'नीलगिरि करघे', address: 'கோயம்புத்தூர்' }
  const seller = { name: 'Longhand Websites LLP', address: 'Bengaluru', state: '29', gstin: '29AAGCB7383J1Z4' }
  const receipt = (data: object = {}): Sample<OrderEvent> => ({
    type: 'ReceiptIssued',
    data: {
      ...{ documentId: 'r1', number: 'RC/2026-27/1', issuedOn: '2026-11-14', payment: 'payment-1', amount: 1_300_000 },
      ...data,
    },
    by: { id: 'atelier', name: 'Atelier', role: 'admin' },
    at: '2026-11-14T18:46:00.000Z',
  })

  // spec: 11.64
  it('is mailed to the client as PDF, with the tax in it, what it paid, from whom and to whom', async () => {
    const { happens, sent, at } = await scene([registered, proven])
    const covers = [
      { title: 'Landing page design', amount: 900_000 },
      { title: 'Paid in advance', amount: 400_000 },
    ]
    await happens(...paid.slice(2))
    await at('2026-11-14T18:46:00.000Z')
    await happens(receipt({ seller, buyer, tax: { kind: 'CGST + SGST', rate: 18 }, covers }))
    const mails = (await sent()).filter(({ subject }) => subject.startsWith('Receipt'))
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [registered.data.email, 'Receipt RC/2026-27/1 for ₹13,000'],
    ])
    const [pdf] = mails[0]!.attachments
    expect(pdf!.filename).toBe('Asha Rao #3, receipt RC-2026-27-1, 2026-11-14.pdf')
    const words = await wordsOf(pdf!.content)
    for (const said of [
      'Receipt RC/2026-27/1',
      'Longhand Websites LLP',
      'GSTIN 29AAGCB7383J1Z4',
      '6337 4412 9075',
      '12/11/2026',
    ])
      expect(words).toContain(said)
    expect(words).toMatch(/₹9,000 Landing page design ₹4,000 Paid in advance ₹13,000 Received, tax included/)
    expect(words).toMatch(/₹991\.53 CGST 9% in it ₹991\.53 SGST 9% in it Rupees thirteen thousand only/)
  })

  it('is not mailed to who chose no mails, nor with a word of theirs to an address that is not confirmed', async () => {
    const silent = await scene()
    await silent.happens(...paid.slice(2), receipt())
    await silent.at('2026-11-14T18:46:00.000Z')
    expect((await silent.sent()).filter(({ subject }) => subject.startsWith('Receipt'))).toEqual([])
    const unproven = await scene([registered])
    await unproven.happens(...paid.slice(2), receipt())
    await unproven.at('2026-11-14T18:46:00.000Z')
    const [mail] = (await unproven.sent()).filter(({ subject }) => subject.startsWith('Receipt'))
    expect(mail!.attachments).toEqual([])
    expect(mail!.text).toContain('You can download the receipt from the project.')
    expect(JSON.stringify(mail)).not.toMatch(/Asha/)
  })
})
