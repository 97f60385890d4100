import type { Message, Packet, Request } from '../protocol/messages.ts'

/** What cells have sent each other. */
export type Traffic = {
  packets: number
  messages: Record<Request['kind'], number>
  replies: number
  /** Of messages and replies as JSON with ids of 36 characters, without the headers of packets. */
  bytes: number
  add: (packet: Packet) => void
}

export function emptyTraffic(): Traffic {
  const traffic: Traffic = {
    ...{ packets: 0, replies: 0, bytes: 0 },
    messages: { reserve: 0, settle: 0, release: 0, end: 0, repay: 0 },
    add: ({ messages, replies }) => {
      traffic.packets += 1
      traffic.replies += replies.length
      for (const message of messages) {
        traffic.messages[message.request.kind] += 1
        traffic.bytes += bytesOf(message)
      }
      // A reply names its message; it does not repeat it as the simulation does for the sake of broken rules.
      traffic.bytes += replies.length * replyBytes
    },
  }
  return traffic
}

const uuid = '00000000-0000-4000-8000-000000000000'
const replyBytes = JSON.stringify({ id: `reserve:${uuid}`, answer: 'taken' }).length
const shareBytes = JSON.stringify({ lender: uuid, amount: 1_000_000 }).length + 1
const endedBytes = JSON.stringify({ funding: uuid, refund: 1_000_000 }).length + 1
const headBytes = JSON.stringify({
  id: `reserve:${uuid}`,
  from: 10,
  to: 10,
  period: 1_000_000,
  request: {},
}).length
const fixedBytes: Record<Request['kind'], number> = {
  reserve: JSON.stringify({ kind: 'reserve', funding: uuid, loan: uuid, lender: uuid, amount: 1_000_000 })
    .length,
  settle: JSON.stringify({ kind: 'settle', funding: uuid, amount: 1_000_000 }).length,
  release: JSON.stringify({ kind: 'release', funding: uuid }).length,
  end: JSON.stringify({ kind: 'end', loan: uuid, fundings: [] }).length,
  repay: JSON.stringify({ kind: 'repay', batch: uuid, shares: [] }).length,
}

function bytesOf({ request }: Message): number {
  const fixed = headBytes + fixedBytes[request.kind]
  if (request.kind === 'repay') return fixed + shareBytes * request.shares.length
  if (request.kind === 'end') return fixed + endedBytes * request.fundings.length
  return fixed
}
