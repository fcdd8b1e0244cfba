import { writeFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { create } from 'qrcode'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { drawnWords } from '#api/testing/drawn-words.ts'
import { logoPicture } from '#api/testing/files.ts'
import { adminLogin, startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import { type PlacedText, readPdf } from '#infra/testing/read-pdf.ts'

let server: TestServer
let admin: Visitor
let client: Visitor
let orderId: string
beforeAll(async () => {
  server = await startTestServer()
  ;[admin, client] = [await server.admin(), await server.client('आशा राव')]
  orderId = await client.order()
  await propose({})
  await admin.put('/api/update-pricing', { orderId, paidAmount: '9000', actualAmount: '45000', noOfRevisions: '1' })
})
afterAll(() => server.close())

const short = { problem: 'Customers ring to ask for the price.', goals: 'It is found.', solution: 'A website.' }
const propose = (texts: { problem?: string; goals?: string; solution?: string }) =>
  admin.put('/api/update-proposal', { orderId, receiverName: 'Neelgiri Looms', date: '2026-11-16', ...short, ...texts })

async function bytesOf(document: string, visitor = client, order = orderId): Promise<Uint8Array> {
  const path = `${server.url}/api/export-order-pdf?id=${order}&document=${document}`
  const response = await fetch(path, { headers: { Cookie: visitor.cookie } })
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'application/pdf'])
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (process.env.KEEP_PDF) writeFileSync(`${process.env.KEEP_PDF}-${document}.pdf`, bytes)
  return bytes
}

async function open(document: string, order?: string) {
  const pdf = await readPdf(await bytesOf(document, client, order))
  onTestFinished(() => pdf.close())
  return pdf
}

type Pdf = Awaited<ReturnType<typeof open>>
const textOf = async ({ pages }: Pdf) =>
  (await Promise.all(pages.map((page) => page.texts())))
    .flat()
    .map(({ text }) => text)
    .join(' ')

/** Pairs of texts of a page that are drawn over each other. */
const overlaps = (texts: readonly PlacedText[]): string[] =>
  texts.flatMap((one, at) =>
    texts
      .slice(at + 1)
      .filter((other) => one.left < other.right - 0.6 && other.left < one.right - 0.6)
      .filter((other) => Math.abs(one.baseline - other.baseline) < Math.min(one.size, other.size) * 0.85)
      .map((other) => `${one.text} | ${other.text}`),
  )

/** Everything that a page has drawn outside of its margins, as how many pixels of ink. */
async function strayInk(page: Pdf['pages'][number]): Promise<number> {
  const { width, height, data } = await page.picture()
  let stray = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isInside = x >= 46 && x <= width - 46 && y >= 48 && y <= height - 28
      if (!isInside && data[(y * width + x) * 4]! < 250) stray++
    }
  }
  return stray
}

/** Draws the goals, line by line from their left, as rows of a coarse picture. */
async function shapesOf(goals: string[], width = 30): Promise<string[]> {
  await propose({ goals: goals.join('\n') })
  const page = (await open('proposal')).pages[0]!
  const { baseline: first } = (await page.texts()).find(({ text }) => text === 'Goals')!
  const left = goals.length > 1 ? 157 : 139
  const height = 10.5 * 1.38 + 4
  const scale = 8
  const part = { scale, left, top: first - 10, width, height: height * goals.length }
  const { width: across, data } = await page.picture(part)
  const isInk = (x: number, y: number) => data[(y * across + x) * 4]! < 140
  return goals.map((_, at) =>
    Array.from({ length: 12 }, (_, row) =>
      Array.from({ length: Math.floor(across / 6) }, (_, column) => {
        const top = Math.round(at * height * scale) + row * 9
        let ink = 0
        for (let y = 0; y < 9; y++) for (let x = 0; x < 6; x++) if (isInk(column * 6 + x, top + y)) ink++
        return ink > 18 ? '#' : ' '
      }).join(''),
    ).join('\n'),
  )
}

/** How alike two pictures are: what both have drawn, of what either has; 1 when they are the same. */
function likeness(shape: string, expected: string): number {
  const [a, b] = [`\n${shape}`, expected].map((picture) =>
    picture.split('\n').flatMap((line, y) => [...line].flatMap((sign, x) => (sign === '#' ? [`${x} ${y}`] : []))),
  ) as [string[], string[]]
  const both = a.filter((cell) => b.includes(cell)).length
  return both / (a.length + b.length - both)
}

describe('a proposal as PDF', () => {
  it('says what its tab says, under its title and in a language', async () => {
    const pdf = await open('proposal')
    expect([pdf.info.Title, pdf.info.Language, pdf.isTagged]).toEqual(['आशा राव #1: Business proposal', 'en', true])
    const text = await textOf(pdf)
    for (const said of [
      'Proposal for Neelgiri Looms.',
      'Dated 16/11/2026.',
      'Valid until',
      '23/11/2026',
      'Customers ring to ask for the price.',
    ]) {
      expect(text).toContain(said)
    }
    const roles = JSON.stringify(await pdf.pages[0]!.structure())
    expect(roles.match(/"role":"H1"/g)).toHaveLength(1)
    expect(roles.match(/"role":"H2"/g)!.length).toBeGreaterThan(4)
  })

  // spec: 11.24
  it('goes on over pages without drawing beside them, or one line over another', async () => {
    const long =
      'The catalogue is a folder of photographs on one telephone, lost every second year and made anew by hand. '
    const word = 'क्षत्रियविद्यार्थी'.repeat(30)
    await propose({
      problem: long.repeat(60),
      goals: `${'Averylongword'.repeat(60)}.`,
      solution: `${word}. ${'தமிழ்நாடு'.repeat(40)}.`,
    })
    const pdf = await open('proposal')
    expect(pdf.pages.length).toBeGreaterThan(2)
    for (const [at, page] of pdf.pages.entries()) {
      const texts = await page.texts()
      expect([at, overlaps(texts), await strayInk(page)]).toEqual([at, [], 0])
      expect(texts.map(({ text }) => text)).toContain(`Page ${at + 1}`)
    }
  })

  it('never ends a page with the name of what stands on the next', async () => {
    for (const sentences of [14, 16, 18, 20, 22, 24]) {
      await propose({
        problem: 'One sentence of it. '.repeat(sentences),
        goals: 'It is found. It is bought.',
        solution: 'A website.',
      })
      const pdf = await open('proposal')
      for (const page of pdf.pages) {
        const texts = await page.texts()
        for (const { text, baseline } of texts) {
          if (!['Problem', 'Goals', 'Solution', 'You get', 'Terms'].includes(text)) continue
          const beside = texts.filter(({ left, baseline: at }) => left > 130 && Math.abs(at - baseline) < 4)
          expect([sentences, text, beside.length > 0]).toEqual([sentences, text, true])
        }
      }
    }
  })

  // spec: 11.24
  it('shapes Devanagari and Tamil as they are written: conjuncts are one sign, and vowels stand where they belong', async () => {
    const shapes = await shapesOf(['क्ष', 'कि', 'ஸ்ரீ', 'கொ'])
    const { ksha, ki, sri, ko } = drawnWords
    for (const [at, word] of [ksha, ki, sri, ko].entries()) expect(likeness(shapes[at]!, word)).toBeGreaterThan(0.8)
    // As it looks where letters are not joined: with the sign that takes away the vowel.
    const [unjoined] = await shapesOf(['क्\u200cष', 'कि'])
    expect(likeness(unjoined!, ksha)).toBeLessThan(0.6)
  })

  it('has what is written in those scripts beside what is drawn, for who searches, copies or listens', async () => {
    await propose({ goals: 'कीमत कम हो' })
    const bytes = Buffer.from(await bytesOf('proposal')).toString('latin1')
    const drawn = [...bytes.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].flatMap(([, stream]) => {
      try {
        return [inflateSync(Buffer.from(stream!, 'latin1')).toString('latin1')]
      } catch {
        return []
      }
    })
    const utf16 = Buffer.from('\ufeffकीमत कम हो', 'utf16le').swap16().toString('latin1')
    expect(drawn.some((content) => content.includes('/ActualText') && unescaped(content).includes(utf16))).toBe(true)
  })

  it('draws a box for what no face has, and goes on', async () => {
    const [shape] = await shapesOf(['A 🎉👩‍👩‍👧 中b'], 50)
    expect(likeness(shape!, drawnWords.boxes)).toBeGreaterThan(0.8)
    expect(await textOf(await open('proposal'))).toMatch(/Goals A[^a-z]+b Solution/)
  })

  it('keeps what is read from right to left readable, at the right side', async () => {
    await propose({ goals: 'السلام عليكم (نعم) 123' })
    const pdf = await open('proposal')
    const texts = await pdf.pages[0]!.texts()
    const arabic = texts.filter(({ text }) => /[\p{Script=Arabic}]/u.test(text))
    expect(Math.abs(Math.max(...arabic.map(({ right }) => right)) - (595.28 - 48))).toBeLessThan(2)
    const number = texts.find(({ text }) => text.includes('123'))!
    expect(number.left).toBeLessThan(Math.min(...arabic.map(({ left }) => left)) + 1)
  })
})

const dayMs = 24 * 60 * 60 * 1000
/** A day of the agency: `2026-11-16`. */
const today = (at = Date.now()) => new Date(at + 5.5 * 60 * 60 * 1000).toISOString().slice(0, 10)
const paise = (sum: string) => Math.round(Number(sum.replaceAll(',', '')) * 100)

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
/** The text of a content stream with its string escapes undone. */
const unescaped = (content: string): string => content.replace(/\\([nrtbf()\\])/g, (_, sign) => escapes[sign] ?? sign)

describe('an invoice as PDF', () => {
  it('has the amounts of its tab, and no way to pay as long as none is set', async () => {
    const text = await textOf(await open('invoice'))
    for (const said of [
      '₹36,900 to pay.',
      '₹9,000 paid so far.',
      'Landing Page Design',
      '₹45,900',
      'Balance due including paid revisions',
    ]) {
      expect(text).toContain(said)
    }
    expect(text).not.toMatch(/By bank|By UPI|IFSC/)
  })

  it('has the refund of a cancelled project, by the phase it was cancelled in', async () => {
    const order = await client.order()
    const price = { paidAmount: '47000', actualAmount: '45000', noOfRevisions: '0' }
    await admin.put('/api/update-pricing', { orderId: order, ...price })
    await admin.put('/api/complete-or-cancell', { orderId: order, status: 'cancel' })
    const text = await textOf(await open('invoice', order))
    expect(text).toMatch(/₹38,000 refund\. .*Overpaid including paid revisions.*Refund for the cancellation/)
    expect(text).not.toContain('Paid in full')
  })

  it('has the bank, the UPI address and the logo once the agency has set them', async () => {
    const bank = {
      accountName: 'Longhand Studio',
      bank: 'HDFC Bank',
      accountNumber: '501001234567',
      ifsc: 'HDFC0001234',
    }
    await admin.put('/api/update-agency', { name: 'Longhand', bank, upi: { id: 'longhand@hdfc' } })
    const before = await strips(await open('invoice'))
    const form = new FormData()
    form.append('files', new File([await logoPicture()], 'logo.png'))
    expect((await admin.ask('PUT', '/api/update-logo', form)).status).toBe(200)
    const pdf = await open('invoice')
    expect(await textOf(pdf)).toMatch(
      /Longhand Studio.*HDFC Bank.*Account 501001234567.*IFSC HDFC0001234.*longhand@hdfc/,
    )
    expect(await strips(pdf)).not.toBe(before)
  })
})

/** A number for the drawing at the head of the first page. */
async function strips(pdf: Pdf): Promise<number> {
  const { width, data } = await pdf.pages[0]!.picture()
  let sum = 0
  for (let y = 48; y < 110; y++) for (let x = 48; x < 250; x++) sum += 255 - data[(y * width + x) * 4]!
  return sum
}

describe('a history as PDF', () => {
  it('has each line with who, when and what it changed, and not who read what', async () => {
    await client.post('/api/send-message', { orderId, text: 'नमस्ते, is the whole of this text here? '.repeat(20) })
    await admin.put('/api/read-conversation', { orderId, upTo: 4 })
    await admin.put('/api/rename-order', { orderId, title: 'Neelgiri Looms' })
    const pdf = await open('history')
    const text = await textOf(pdf)
    const { revision } = (await client.get(`/api/get-single-order?id=${orderId}`)).body.data[0]
    expect(text).toContain(`${revision} entries,`) // all but one, which says who read what
    expect(text).toContain('Project renamed to Neelgiri Looms')
    const body = text.replaceAll(/ Longhand · Neelgiri Looms: Project history Page \d+/g, '') // it goes on over pages
    expect(body.match(/is the whole of this text here\?/g)).toHaveLength(20)
    expect(text).toContain('meera')
    expect(text).not.toContain('Read the messages')
    for (const page of pdf.pages) expect([overlaps(await page.texts()), await strayInk(page)]).toEqual([[], 0])
  })
})

describe('agreements as PDF', () => {
  it('have their texts whole, as they were read, and long names beside them on lines of their own', async () => {
    const name =
      'Lakshmi Venkataraman Subramaniam Chandrasekhar of the Weavers’ Cooperative Society of Neelgiri and Coimbatore'
    const weaver = await server.client(name)
    const order = await weaver.order()
    const long = `${'The catalogue is a folder of photographs. '.repeat(120)}Here it ends.`
    const proposal = { orderId: order, receiverName: 'Neelgiri Looms', date: today(), ...short, solution: long }
    await admin.put('/api/update-proposal', { ...proposal, price: '65000' })
    const [{ proposals }] = (await weaver.get(`/api/get-single-order?id=${order}`)).body.data
    const accepting = { orderId: order, version: 1, hash: proposals[0].hash, name: 'Lakshmi' }
    expect((await weaver.post('/api/accept-proposal', accepting)).status).toBe(200)
    const { data: agreements } = (await weaver.get(`/api/get-agreements?id=${order}`)).body
    for (const document of ['agreements', 'history']) {
      const pdf = await readPdf(await bytesOf(document, weaver, order))
      onTestFinished(() => pdf.close())
      const text = await textOf(pdf)
      expect(text).toContain('Cooperative Society of Neelgiri and Coimbatore')
      for (const page of pdf.pages) expect(overlaps(await page.texts())).toEqual([])
      if (document === 'history') continue
      const entry = `entry ${agreements.at(-1).revision + 1}`
      for (const said of ['Price: ₹65,000', 'Here it ends.', `SHA-256 of the text: ${proposals[0].hash}`, entry])
        expect(text).toContain(said)
      expect(text).not.toContain('none')
    }
  })
})

describe('a proposal that is answered, as PDF', () => {
  const phone = { 'User-Agent': 'Mozilla/5.0 (Linux; Android 10; K) Chrome/142.0.0.0 Mobile Safari/537.36' }
  const latest = async () => {
    const [order] = (await client.get(`/api/get-single-order?id=${orderId}`)).body.data
    return { version: order.proposals.length, hash: order.proposals.at(-1).hash as string }
  }
  const price = (rupees: string) =>
    admin.put('/api/update-proposal', {
      orderId,
      receiverName: 'Neelgiri Looms',
      date: today(),
      ...short,
      price: rupees,
    })

  it('has its price in parts, and who accepted which text; a later version has not', async () => {
    await price('65000.05')
    const read = await latest()
    expect(await textOf(await open('proposal'))).not.toContain('Accepted')
    const accepting = { orderId, ...read, name: 'आशा राव' }
    expect((await client.post('/api/accept-proposal', accepting, phone)).status).toBe(200)
    const pdf = await open('proposal')
    const text = await textOf(pdf)
    expect(text).toMatch(/Accepted Version \d+ for ₹65,000\.05, by .*with Chrome on Android, from the account of/)
    expect(text).toContain(read.hash)
    const sums = [...text.matchAll(/(?:First 20|Next 30|Last 50)%: ₹([\d,.]+\d)/g)].map(([, sum]) => paise(sum!))
    expect(sums).toEqual([13_000_01, 19_500_02, 32_500_02])
    for (const page of pdf.pages) expect([overlaps(await page.texts()), await strayInk(page)]).toEqual([[], 0])

    await price('70000')
    expect(await textOf(await open('proposal'))).not.toContain('Accepted')
    const before = await textOf(await open(`proposal&version=${read.version}`))
    expect(before).toContain(read.hash)
    expect(before).toContain('Accepted')
    expect((await client.get(`/api/export-order-pdf?id=${orderId}&document=proposal&version=99`)).status).toBe(404)
  })

  it('can be accepted to the last minute of day 7 where the agency is, and not after it', async () => {
    const lastDay = today(server.now())
    const date = new Date(Date.parse(lastDay) - 7 * dayMs).toISOString().slice(0, 10)
    const proposed = async (rupees: string) => {
      await admin.put('/api/update-proposal', { orderId, date, price: rupees })
      return { orderId, ...(await latest()), name: 'Asha Rao' }
    }
    const midnight = Date.parse(`${lastDay}T00:00:00+05:30`) + dayMs
    server.advanceTime(midnight - 50_000 - server.now())
    expect((await client.post('/api/accept-proposal', await proposed('80000'))).status).toBe(200)
    const late = await proposed('90000')
    server.advanceTime(midnight - server.now())
    const refused = await client.post('/api/accept-proposal', late)
    const until = lastDay.split('-').reverse().join('/')
    expect([refused.status, refused.body.message]).toEqual([
      409,
      `This proposal was valid until ${until}. Please ask us for a new version.`,
    ])
  })
})

describe('an issued invoice as PDF', () => {
  it('has a code that opens a UPI app with the balance and the number of the invoice', async () => {
    const billing = {
      ...{ legalName: 'Longhand Websites LLP', address: '12, Cubbon Road', state: '29', gstin: '29AAGCB7383J1Z4' },
      ...{ taxRate: 18, sac: '998314', schemes: { invoice: 'LH/{year}/{n}' } },
    }
    await admin.put('/api/update-agency', { billing, upi: { id: 'longhand@hdfc', payee: 'Longhand Websites LLP' } })
    const order = await client.order()
    await admin.put('/api/update-pricing', {
      orderId: order,
      paidAmount: '0',
      actualAmount: '65000.05',
      noOfRevisions: '0',
    })
    const buyer = { name: 'Asha Rao', address: '14 Hill Road', state: '27' }
    expect((await client.put('/api/give-billing-details', { orderId: order, ...buyer })).status).toBe(200)
    const issued = await admin.post('/api/issue-invoice', { orderId: order, parts: ['landing page'] })
    expect([issued.status, issued.text]).toEqual([200, expect.anything()])
    const { documentId, number } = issued.body.events.at(-1).data
    const pdf = await open(`invoice&issued=${documentId}`, order)
    const page = pdf.pages.at(-1)!
    expect(await strayInk(page)).toBe(0)
    const payee = (await page.texts()).findLast(({ text }) => text === 'Longhand Websites LLP')!
    const link = 'upi://pay?pa=longhand@hdfc&pn=Longhand%20Websites%20LLP&cu=INR&am=13000.01'
    const reference = encodeURIComponent(number)
    const { size, data } = create(`${link}&tr=${reference}&tn=${reference}`).modules
    const area = { left: 139, top: payee.baseline + 16, width: 180, height: 180 }
    expect(await modulesIn(page, area, size)).toEqual(Array.from(data, Boolean))
  })

  it('adds up where more was paid than is invoiced', async () => {
    const order = await client.order()
    const price = { paidAmount: '0', actualAmount: '65000', noOfRevisions: '0' }
    await admin.put('/api/update-pricing', { orderId: order, ...price })
    await client.put('/api/give-billing-details', { orderId: order, name: 'Asha Rao', address: '14 Hill Road' })
    const payment = {
      orderId: order,
      payment: 'paid_in_advance_1234567',
      amount: '20000',
      reference: 'HDFC 1',
      paidOn: today(),
    }
    const recorded = await admin.post('/api/record-payment', payment)
    expect([recorded.status, recorded.text]).toEqual([200, expect.anything()])
    const issued = await admin.post('/api/issue-invoice', { orderId: order, parts: ['landing page'] })
    expect([issued.status, issued.text]).toEqual([200, expect.anything()])
    const pdf = await open(`invoice&issued=${issued.body.events.at(-1).data.documentId}`, order)
    const texts = (await Promise.all(pdf.pages.map((page) => page.texts()))).flat()
    const columns = ['Total', 'Paid on', 'Paid in advance'].map((label) => {
      const { baseline } = texts.find(({ text }) => text.startsWith(label))!
      return texts
        .filter((each) => Math.abs(each.baseline - baseline) < 1 && /^−?₹/.test(each.text))
        .toSorted((one, other) => one.left - other.left)
        .map(({ text }) => paise(text.replace('−', '-').replace('₹', '')))
    })
    expect(columns.map((row) => row.at(-1))).toEqual([13_000_00, -20_000_00, 7_000_00])
    for (const at of [0, 1, 2]) expect(columns.reduce((sum, row) => sum + row[at]!, 0)).toBe(0)
  })

  it('says which line is a rest, and what was corrected; a credit note has no shares', async () => {
    const order = await client.order()
    const price = (paidAmount: string) =>
      admin.put('/api/update-pricing', { orderId: order, paidAmount, actualAmount: '65000', noOfRevisions: '0' })
    await price('0')
    await client.put('/api/give-billing-details', { orderId: order, name: 'Asha Rao', address: '14 Hill Road' })
    const landing = { orderId: order, parts: ['landing page'] }
    const { documentId } = (await admin.post('/api/issue-invoice', landing)).body.events.at(-1).data
    const amounts = { 'landing page': '3000' }
    const credit = { orderId: order, documentId, reason: 'A discount.', amounts }
    const note = (await admin.post('/api/issue-credit-note', credit)).body.events.at(-1).data
    const corrected = await open(`invoice&issued=${note.documentId}`, order)
    expect(await textOf(corrected)).not.toContain('% of')
    const texts = (await corrected.pages[0]!.texts()).filter(({ baseline }) => baseline > 200 && baseline < 800)
    const named = texts.filter(({ text }) => text.includes(note.corrects.number)) // in one piece
    expect(named.map(({ text }) => text)).toEqual([`Invoice ${note.corrects.number}`])
    const margin = texts.filter(({ left }) => left < 100).map(({ baseline }) => baseline)
    expect(texts.find(({ text }) => text === 'Work')!.baseline - 20).toBeGreaterThan(Math.max(...margin))
    const path = `/api/export-order-pdf?id=${order}&document=invoice&issued=${note.documentId}`
    const name = decodeURIComponent((await client.ask('HEAD', path)).headers.get('Content-Disposition')!)
    expect(name).toContain(`, credit note ${note.number.replaceAll('/', '-')}, ${note.issuedOn}.pdf`)
    const payment = { payment: 'paid_too_much_12345678', amount: '20000', reference: 'HDFC 2', paidOn: today() }
    await admin.post('/api/record-payment', { orderId: order, ...payment })
    await price('17000')
    const rest = (await admin.post('/api/issue-invoice', landing)).body.events.at(-1).data
    const text = await textOf(await open(`invoice&issued=${rest.documentId}`, order))
    expect(text).toMatch(/rest of 20% of ₹65,000.*Paid on.*Corrected on/)
  })
})

/** The modules of the only code in a part of a page, row by row: true where it is dark. */
async function modulesIn(page: Pdf['pages'][number], area: object, size: number): Promise<boolean[]> {
  const { width, height, data } = await page.picture({ scale: 6, ...area })
  const isDark = (x: number, y: number) => data[(y * width + x) * 4]! < 120
  const dark = Array.from({ length: width * height }, (_, at) => [at % width, Math.floor(at / width)] as const).filter(
    ([x, y]) => isDark(x, y),
  )
  const [across, down] = [dark.map(([x]) => x).sort((a, b) => a - b), dark.map(([, y]) => y)]
  const [left, right, top, bottom] = [across[0]!, across.at(-1)! + 1, down[0]!, down.at(-1)! + 1]
  const middle = (from: number, to: number, nth: number) => Math.floor(from + ((nth + 0.5) * (to - from)) / size)
  return Array.from({ length: size * size }, (_, at) =>
    isDark(middle(left, right, at % size), middle(top, bottom, Math.floor(at / size))),
  )
}

describe('a receipt as PDF', () => {
  it('has the amount, the parts that it paid and who paid it, and is there under its own id alone', async () => {
    const payment = 'payment-of-this-test'
    await admin.post('/api/record-payment', {
      orderId,
      payment,
      amount: '1000.50',
      reference: 'UTR 77',
      paidOn: today(),
    })
    const payments = async () => (await client.get(`/api/get-single-order?id=${orderId}`)).body.data[0].payments
    await admin.post('/api/send-receipt', { orderId, payment })
    const { receipt } = (await payments()).find((each: { id: string }) => each.id === payment)
    const text = await textOf(await open(`receipt&issued=${receipt.documentId}`))
    for (const said of [`Receipt ${receipt.number}`, '₹1,000.50', 'Reference UTR 77', 'one thousand'])
      expect(text).toContain(said)
    const path = `/api/export-order-pdf?id=${orderId}&document=receipt&issued=`
    const name = (await client.ask('HEAD', path + receipt.documentId)).headers.get('Content-Disposition')!
    expect(decodeURIComponent(name)).toContain(
      `, receipt ${receipt.number.replaceAll('/', '-')}, ${receipt.issuedOn}.pdf`,
    )
    const other = `${path}other`
    expect((await client.get(other)).status).toBe(404)
  })
  it('names a client who was deleted as every page does', async () => {
    const kabir = await server.client('Kabir Sen')
    const order = await kabir.order()
    const payment = 'payment-of-one-who-goes'
    await admin.post('/api/record-payment', {
      ...{ orderId: order, payment, amount: '500' },
      ...{ reference: 'UTR 78', paidOn: today() },
    })
    await admin.post('/api/send-receipt', { orderId: order, payment })
    const { id: personId, email } = (await kabir.get('/api/session')).body
    const body = { personId, confirmation: email, password: adminLogin.password }
    expect((await admin.post('/api/erase-person', body)).status).toBe(200)
    const read = async () => (await admin.get(`/api/get-single-order?id=${order}`)).body.data[0]
    await expect.poll(async () => (await read()).name, { timeout: 20_000 }).toBe('Deleted client')
    const { receipt } = (await read()).payments[0]
    const pdf = await readPdf(await bytesOf(`receipt&issued=${receipt.documentId}`, admin, order))
    onTestFinished(() => pdf.close())
    expect(await textOf(pdf)).toMatch(/From Deleted client/)
  })
})
