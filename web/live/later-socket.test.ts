import { io } from 'socket.io-client'
import { expect, it } from 'vitest'
import { LaterSocket } from './later-socket.ts'

it('is left by one of two pages with the same listener, before the socket is there as after', () => {
  const listener = () => {}
  const socket = new LaterSocket()
  socket.on('event', listener)
  socket.on('event', listener)
  socket.on('event', listener)
  socket.off('event', listener)
  const real = io({ autoConnect: false })
  socket.become(real as never)
  expect(real.listeners('event')).toHaveLength(2)
  socket.off('event', listener)
  expect(real.listeners('event')).toHaveLength(1)
})
