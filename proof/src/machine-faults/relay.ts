import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { run, runAnyway } from '../../../deploy/cluster/run.ts'

/** A relay before a port, through which the kernel leads every new connection to it. */
export type Relay = {
  /** Milliseconds by which each piece of data is late, both ways. */
  delayMs: number
  close(): Promise<void>
}

/** The address from which the relay itself connects; such connections are not led back to it. */
const ownAddress = '127.0.0.9'

/**
 * Leads connections to a port of this machine through a relay. This kernel has no netem, so the delay is the relay's; it
 * acts on bytes, not on packets.
 */
export async function startRelay(port: number): Promise<Relay> {
  const open = new Set<Socket>()
  const relay = { delayMs: 0 }
  const later = (act: () => void): void => {
    if (relay.delayMs === 0) act()
    else setTimeout(act, relay.delayMs)
  }
  const server = createServer((near) => {
    const far = connect({ host: '127.0.0.1', port, localAddress: ownAddress })
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from)
      // A broken connection closes the other side by its close event.
      from.on('error', () => {})
      from.on('data', (piece) => later(() => to.write(piece)))
      from.on('end', () => later(() => to.end()))
      from.on('close', () => {
        open.delete(from)
        later(() => to.destroy())
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const own = (server.address() as AddressInfo).port
  await run('nft', ['add', 'table', 'ip', 'relay'])
  await run('nft', ['add', 'chain', 'ip', 'relay', 'out', '{ type nat hook output priority -100 ; }'])
  const rule = `ip saddr != ${ownAddress} ip daddr 127.0.0.1 tcp dport ${port} redirect to :${own}`
  await run('nft', ['add', 'rule', 'ip', 'relay', 'out', ...rule.split(' ')])
  return {
    set delayMs(value: number) {
      relay.delayMs = value
    },
    get delayMs() {
      return relay.delayMs
    },
    async close() {
      await runAnyway('nft', ['delete', 'table', 'ip', 'relay'])
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
