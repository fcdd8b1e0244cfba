import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { type ParsedMail, readEml } from './eml.ts'

/** A mail server that keeps what it is handed. */
export async function mailServer(options: SMTPServerOptions = {}, port = 0) {
  const letters: (ParsedMail & { to: string[] })[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          letters.push({ ...readEml(Buffer.concat(chunks)), to: envelope.rcptTo.map(({ address }) => address) })
          done()
        })
    },
    ...options,
  })
  server.on('error', () => {}) // a line that breaks off is what some tests are about
  const listening = server.listen(port, '127.0.0.1')
  await once(listening, 'listening')
  const close = () => new Promise<void>((resolve) => server.close(resolve))
  const at = (listening.address() as AddressInfo).port
  return { letters, close, port: at, url: `smtp://127.0.0.1:${at}` }
}
