// The smallest honest app that does the same job with the same durability: what the product is measured against.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { join } from 'node:path'
import express from 'express'
import { Server } from 'socket.io'
import { openFloor } from './floor-tables.ts'

type Step = { id: number; value: string; status: 0 | 1; completedBy?: { by: string; at: string } }
type Toggle = { orderId: string; progressId: number; status?: 0 | 1 }
type StoredEvent = {
  id: string
  type: string
  data: unknown
  by: unknown
  at: string
  stream: string
  revision: number
}
type Waiting = {
  toggle: Toggle
  answer: (event: StoredEvent & { position: number }) => void
  refuse: (error: unknown) => void
}

const database = openFloor(join(process.env.DATA_DIR!, 'floor.db'))
const find = database.prepare('select revision, progress from orders where id = ?')
const insert = database.prepare(
  'insert into events (position, stream, revision, id, type, content) values (?, ?, ?, ?, ?, ?)',
)
const update = database.prepare('update orders set revision = ?, changed = ?, progress = ? where id = ?')
/** As many as a limit says; all with -1. */
const eventsAfter = database.prepare(
  'select position, stream, revision, id, type, content from events where stream = ? and revision > ? order by revision limit ?',
)
const list = database.prepare('select * from orders order by opened desc limit ?')

const by = { id: 'qMAA1iyqUiZTlPUrFbr0kQ', name: 'bench', role: 'admin' }
const streamOf = (orderId: string) => `order-${orderId}`
let last = Number(database.prepare('select max(position) as last from events').get()?.last ?? 0)
let waiting: Waiting[] = []

function record({ orderId, progressId, status }: Toggle): StoredEvent & { position: number } {
  const order = find.get(orderId) as { revision: number; progress: string } | undefined
  const steps: Step[] = order ? JSON.parse(order.progress) : []
  const step = steps.find(({ id }) => id === progressId)
  if (!order || !step) throw new Error('This step doesn’t exist')
  const at = new Date().toISOString()
  step.status = status ?? (step.status ? 0 : 1)
  step.completedBy = step.status ? { by: by.name, at } : undefined
  const data = { step: progressId, done: step.status === 1 }
  const place = { stream: streamOf(orderId), revision: order.revision + 1 }
  const event = { id: randomUUID(), type: 'StepToggled', data, by, at, ...place }
  insert.run(++last, event.stream, event.revision, event.id, event.type, JSON.stringify({ data, by, at }))
  update.run(event.revision, at, JSON.stringify(steps), orderId)
  return { ...event, position: last }
}

/** Everything that arrived in one turn of the event loop shares one commit, and is answered afterwards. */
function commit(): void {
  const group = waiting
  const before = last
  waiting = []
  let events: ReturnType<typeof record>[]
  try {
    database.exec('begin immediate')
    events = group.map(({ toggle }) => record(toggle))
    database.exec('commit')
  } catch (error) {
    if (database.isTransaction) database.exec('rollback')
    last = before
    for (const { refuse } of group) refuse(error)
    return
  }
  for (const [at, event] of events.entries()) {
    io.to(event.stream).emit('event', event)
    group[at]!.answer(event)
  }
}

const app = express()
app.disable('etag')
app.put('/api/update-progress-status', express.json(), (request, response, refuse) => {
  const answer: Waiting['answer'] = (event) =>
    response.json({
      message: 'Progress updated',
      revision: event.revision,
      position: String(event.position),
      events: [event],
    })
  if (waiting.push({ toggle: request.body, answer, refuse }) === 1) setImmediate(commit)
})
app.get('/api/get-order-events', (request, response) => {
  const { id, after, limit } = request.query as Record<string, string>
  const order = find.get(id!) as { revision: number } | undefined
  const data = eventsAfter.all(streamOf(id!), Number(after), Number(limit)).map(({ content, position, ...event }) => {
    return { ...event, ...JSON.parse(content as string), position: String(position), orderId: id }
  })
  response.json({ data, revision: order?.revision ?? -1, access: order !== undefined })
})
app.get('/api/get-orders', (request, response) => {
  response.json({ data: list.all(Number(request.query.limit ?? 50)), position: String(last) })
})

const server = createServer(app)
const io = new Server(server, { transports: ['websocket'], serveClient: false })
io.on('connection', (socket) => {
  socket.on('watch', async ({ orderId, after }, acknowledge) => {
    await socket.join(streamOf(orderId))
    acknowledge({ events: eventsAfter.all(streamOf(orderId), after, -1) })
  })
})

server.listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit())
