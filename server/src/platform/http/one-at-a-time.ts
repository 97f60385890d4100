import { AsyncResource } from 'node:async_hooks'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Maximum number of requests that wait behind the open one of their connection; browsers and proxies send none. */
export const mostWaiting = 16

type Lane = { isOpen: boolean; waiting: (() => void)[] }

/**
 * Hands on one request of a connection at a time. While one is open the connection is not read, and one that has sent
 * more than `mostWaiting` requests ahead is closed, so that many requests sent at once do not keep other connections
 * waiting and do not fill the memory.
 * @param onCut is called for each connection that is closed
 */
export function oneAtATime(handle: RequestListener, onCut: () => void): RequestListener {
  const lanes = new WeakMap<Socket, Lane>()
  const open = (lane: Lane, request: IncomingMessage, response: ServerResponse) => {
    lane.isOpen = true
    response.once('close', () => goOn(lane, request.socket))
    handle(request, response)
  }
  return (request, response) => {
    const { socket } = request
    let lane = lanes.get(socket)
    if (lane === undefined) lanes.set(socket, (lane = { isOpen: false, waiting: [] }))
    if (!lane.isOpen) return open(lane, request, response)
    // The rest of what was read with the requests before still arrives here.
    if (socket.destroyed) return
    if (lane.waiting.length >= mostWaiting) {
      lane.waiting = []
      socket.destroy()
      return onCut()
    }
    const mine = lane
    mine.waiting.push(AsyncResource.bind(() => open(mine, request, response)))
    // Not at once, because Node resumes the connection at the end of each request that it reads.
    if (mine.waiting.length === 1) process.nextTick(() => mine.waiting.length > 0 && socket.pause())
  }
}

function goOn(lane: Lane, socket: Socket): void {
  lane.isOpen = false
  if (socket.destroyed) return
  lane.waiting.shift()?.()
  if (lane.waiting.length === 0) socket.resume()
}
