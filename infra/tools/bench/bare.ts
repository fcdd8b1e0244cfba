// The raw limits that need a server: an Express route that answers a constant, and a Socket.IO echo.
import { createServer } from 'node:http'
import express from 'express'
import { Server } from 'socket.io'

const app = express()
app.disable('etag')
app.get('/constant', (_request, response) => {
  response.json({ message: 'constant' })
})

const server = createServer(app)
const io = new Server(server, { transports: ['websocket'], serveClient: false })
io.on('connection', (socket) => {
  socket.on('echo', (said, acknowledge) => acknowledge(said))
})

server.listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit())
