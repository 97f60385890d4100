import { setTimeout as sleep } from 'node:timers/promises'
import { run } from '../../../deploy/cluster/run.ts'
import { takeConnections } from './connections.ts'
import { fill } from './disks.ts'
import type { Played } from './faulty-machine.ts'
import { limitFiles, limitMemory } from './limits.ts'
import { losePackets } from './packets.ts'
import type { Needs, Stand } from './stand.ts'

/** Breaks a part of the machine; the returned function repairs it, and may say what happened meanwhile. */
type Break = (stand: Stand) => Promise<() => Promise<string | void> | void>

export type FaultKind = {
  name: string
  words: string
  /** Seconds for which the part stays broken. */
  lasts: number
  needs: Needs
  needsRoot: boolean
  /** The invariant that the audit names afterwards, and why that is not damage. */
  named?: { invariant: string; why: string }
  cause: Break
}

const library: Needs = { library: true }

export const faultKinds: readonly FaultKind[] = [
  {
    name: 'disk-full',
    words: 'the disk of the whole data folder has no block left',
    lasts: 15,
    needs: {},
    needsRoot: true,
    cause: (stand) => fill(stand.product.dataDir),
  },
  {
    name: 'log-disk-full',
    words: 'the disk of the write-ahead log has no block left',
    lasts: 15,
    needs: { logDisk: true },
    needsRoot: true,
    cause: fillLog,
  },
  played('slow-disk', 'each flush to the disk takes half a second', { flushMs: 500 }),
  played('hung-disk', 'flushes to the disk do not end', { flushMs: 2 ** 30 }),
  played(
    'log-error',
    'reads, writes and flushes of the write-ahead log fail with EIO',
    { broken: 'log' },
    10,
  ),
  played('table-error', 'reads, writes and flushes of the tables fail with EIO', { broken: 'tables' }, 10),
  {
    name: 'connections',
    words: 'another program takes every connection that PostgreSQL allows, those of the product too',
    lasts: 15,
    needs: {},
    needsRoot: false,
    cause: (stand) => takeConnections(stand.product.ownerUrl),
  },
  {
    name: 'files',
    words: 'no process of the product may open another file or socket, and the HTTP process dies meanwhile',
    lasts: 15,
    needs: {},
    needsRoot: false,
    cause: (stand) => limitFiles(stand.product),
  },
  {
    name: 'memory-http',
    words: 'the HTTP process gets no more memory (ulimit -v)',
    lasts: 15,
    needs: {},
    needsRoot: false,
    cause: (stand) => limitMemory(() => [stand.product.pidOf('http') ?? 0]),
  },
  {
    name: 'memory-database',
    words: 'no process of PostgreSQL gets more memory (ulimit -v), and its sessions end',
    lasts: 15,
    needs: {},
    needsRoot: false,
    cause: starve,
  },
  lossy('loss-1', 1),
  lossy('loss-20', 20),
  {
    name: 'delay',
    words: 'the way to the providers is 500 ms longer, each way',
    lasts: 15,
    needs: { relay: true },
    needsRoot: true,
    async cause({ relay }) {
      if (relay === null) throw new Error('the relay does not run')
      relay.delayMs = 500
      return () => {
        relay.delayMs = 0
      }
    },
  },
  // The last one, because what the audit names stays.
  {
    ...played('clock', 'the clock jumps forward by ten minutes, and back 15 s later', { aheadSeconds: 600 }),
    named: {
      invariant: 'I8g',
      why: 'agreements opened while the clock was ahead have a later time than fundings after it was set back',
    },
  },
]

/** A fault that the preloaded library plays. */
function played(name: string, words: string, fault: Played, lasts = 15): FaultKind {
  return {
    name,
    words,
    lasts,
    needs: library,
    needsRoot: false,
    async cause({ machine }) {
      machine.play(fault)
      return () => machine.play({})
    },
  }
}

function lossy(name: string, percent: number): FaultKind {
  return {
    name,
    words: `the way to the providers loses ${percent} of 100 packets, each way`,
    lasts: 15,
    needs: {},
    needsRoot: true,
    cause: (stand) => losePackets(stand.product.sandboxPort, percent),
  }
}

/** Fills the disk of the log, and uses up the files that PostgreSQL has ready there. */
async function fillLog({ product, db }: Stand): Promise<() => void> {
  const empty = await fill(`${product.cluster}/pg_wal`)
  for (let file = 0; file < 80; file += 1) {
    const switched = await db
      .query({ text: `select pg_logical_emit_message(false, 'faults', 'x'), pg_switch_wal()` })
      .catch(() => null)
    if (switched === null) break
  }
  await sleep(0)
  return empty
}

/** Takes further memory from PostgreSQL, and ends its sessions: a session that works already has what it needs. */
async function starve({ product, db }: Stand): Promise<() => Promise<void>> {
  const feed = await limitMemory(() => product.databasePids())
  await sleep(500)
  await db
    .query({
      text: `select pg_terminate_backend(pid) from pg_stat_activity
              where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    })
    .catch(() => null)
  return feed
}

export const hasTools = async (): Promise<boolean> => {
  for (const program of ['mkfs.ext4', 'mount', 'fallocate', 'nft', 'ip'])
    if ((await run('which', [program]).catch(() => '')) === '') return false
  return true
}
