import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { faultOf } from './sentinels.ts'
import type { MailStore } from './store.ts'

export type SmtpOptions = {
  store: MailStore
  now: () => Date
  /** Delay of the answer to the address that simulates a slow mail server, milliseconds. */
  slowMs: number
  sleep: (milliseconds: number) => Promise<void>
}

const LARGEST = 5 * 1024 * 1024

/** A mail server that accepts every message and delivers none; addresses with a fault simulate errors. */
export function smtpServer(options: SmtpOptions): SMTPServer {
  const tries = new Map<string, number>()
  const countTry = (address: string): number => {
    const count = (tries.get(address) ?? 0) + 1
    tries.set(address, count)
    return count
  }
  const server = new SMTPServer({
    authOptional: true,
    // Nothing leaves this machine, so nothing is encrypted.
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: LARGEST,
    onRcptTo({ address }, _session, done) {
      const fault = faultOf(address)
      if (fault === 'refused') return done(failure(550, 'No such mailbox'))
      if (fault === 'busy' && countTry(address) === 1) return done(failure(450, 'Try later'))
      if (fault === 'unsteady' && countTry(address) <= 2) return done(failure(451, 'Try later'))
      return done()
    },
    onData(stream, session, done) {
      const recipients = session.envelope.rcptTo.map(({ address }) => address)
      const finish = async (): Promise<boolean> => {
        const content = await buffer(stream)
        for (const to of recipients) await deliver(options, to, content)
        if (recipients.some((to) => faultOf(to) === 'slow')) await options.sleep(options.slowMs)
        return recipients.some((to) => faultOf(to) === 'cut' && countTry(to) === 1)
      }
      callbackify(finish)((error, isCut) => {
        if (error || !isCut) return done(error, 'Taken')
        for (const connection of server.connections)
          if (connection.session.id === session.id) connection.close()
      })
    },
  })
  // A client that disconnects is no error of the sandbox.
  server.on('error', () => {})
  return server
}

async function deliver({ store, now }: SmtpOptions, to: string, content: Buffer): Promise<void> {
  const { from, subject, text, html, messageId, headers } = await PostalMime.parse(content)
  await store.add({
    id: randomUUID(),
    to,
    from: from?.address ?? '',
    subject: subject ?? '',
    text: text ?? '',
    html: html ?? '',
    messageId: messageId ?? '',
    headers: headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    arrivedAt: now().toISOString(),
  })
}

const failure = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode })
