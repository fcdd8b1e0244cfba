import { afterAll, beforeAll, expect, it } from 'vitest'
import { picture, startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'

let server: TestServer
let asha: Visitor
let orderId: string
beforeAll(async () => {
  server = await startTestServer()
  asha = await server.client()
  orderId = await asha.order()
})
afterAll(() => server.close())

// spec: 11.50
it.each([
  ["filename*=utf-16le''%00%d8%2e%00%70%00%6e%00%67%00", 'file.png'],
  ["filename*=utf-8''na%CC%88me.png", 'na\u0308me.png'],
  ["filename*=iso-8859-1''caf%E9.png", 'café.png'],
  ['filename="a%0D%0Ab.png"', 'ab.png'],
  ['filename="\u202egnp.a.png"', 'gnp.a.png'],
  [`filename="${'x'.repeat(5_000)}.png"`, `${'x'.repeat(236)}.png`],
  ['filename="..\\\\..\\\\a/b;c%22d.png"', expect.stringMatching(/\.png$/)],
])('a file that is sent as %.40s can be kept and had back', async (named, name) => {
  const content = Buffer.from(await picture().arrayBuffer())
  const part = (head: string) => `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n`
  const body = Buffer.concat([
    Buffer.from(`${part('name="orderId"')}${orderId}\r\n${part('name="captions"')}["A picture"]\r\n`),
    Buffer.from(part(`name="files"; ${named}`)),
    content,
    Buffer.from('\r\n--b--\r\n'),
  ])
  const headers = { Origin: server.url, Cookie: asha.cookie, 'Content-Type': 'multipart/form-data; boundary=b' }
  const answer = await fetch(`${server.url}/api/share-files`, { method: 'POST', headers, body })
  expect(answer.status).toBe(200)
  const { file } = (
    (await answer.json()) as { events: { data: { file: { filename: string; originalName: string } } }[] }
  ).events[0]!.data
  expect(file.originalName).toEqual(name)
  const back = await fetch(`${server.url}/uploads/${file.filename}?download=true`, { headers: { Cookie: asha.cookie } })
  expect(back.status).toBe(200)
  expect(Buffer.from(await back.arrayBuffer())).toEqual(content)
  const said = back.headers.get('Content-Disposition')!
  const [, quoted, plain, utf8] =
    /^attachment; filename=(?:"((?:[ -~]|\\")+)"|([!-~]+?))(?:; filename\*=UTF-8''([!-~]+))?$/.exec(said)!
  expect(utf8 ? decodeURIComponent(utf8) : (plain ?? quoted!.replace(/\\(.)/g, '$1'))).toBe(file.originalName)
})

it.each([
  ['BMW.txt', 'BMW brand guidelines: the mark stands alone, in Mün', 200],
  ['sizes.csv', 'BMI,weight\n21,64', 200],
  ['notes.md', 'GIF89a is a type of picture', 200],
  ['picture.txt', 'BM\u0006\u0000\u0000\u0001', 415],
])('%s is judged by its content', async (name, text, status) => {
  expect((await asha.share(orderId, [new File([text], name)])).status).toBe(status)
})
