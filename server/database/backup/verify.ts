import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, gunzipSync } from 'node:zlib'
import type { Archive } from './archive.ts'
import { hashOf } from './copy.ts'
import type { Manifest } from './manifest.ts'
import { historyName, parseHistory, parseSegment, SEGMENT_BYTES, type Segment, segmentName } from './wal.ts'

/** The part of the log after a backup that can be used. */
export type LogReport = {
  /** Segments that were checked, without a gap, from the backup's first one. */
  checked: number
  /** The last checked segment; null when even the first one is missing. */
  last: string | null
  /** When the last segment was archived, ISO 8601. */
  archivedAt: string | null
  /** The first segment that is missing or damaged, in a sentence; null when there is none. */
  problem: string | null
}

/** The first difference between a backup's files and its manifest, in a sentence; null when there is none. */
export async function checkFiles(base: string, { id, files }: Manifest): Promise<string | null> {
  for (const { path: name, bytes, sha256 } of files) {
    const file = path.join(base, id, 'cluster', name)
    const size = statSync(file, { throwIfNoEntry: false })?.size
    if (size === undefined) return `The backup ${id} is damaged: the file ${name} is missing.`
    if (size !== bytes || (await hashOf(file)) !== sha256)
      return `The backup ${id} is damaged: the file ${name} is not what was written.`
  }
  return null
}

/**
 * Checks the log from a backup's first segment to the end of the archive, along the timelines to `timeline` or the
 * newest one: each segment must exist, decompress, and match its name.
 */
export async function checkLog({ wal }: Archive, manifest: Manifest, timeline?: number): Promise<LogReport> {
  const first = parseSegment(manifest.firstSegment) as Segment
  const names = new Set(existsSync(wal) ? readdirSync(wal) : [])
  const report: LogReport = { checked: 0, last: null, archivedAt: null, problem: null }
  for (const name of expectedSegments(wal, names, first, timeline ?? newestTimeline(names, first.timeline))) {
    const file = path.join(wal, `${name}.gz`)
    const problem = names.has(`${name}.gz`)
      ? await checkSegment(file, name, manifest.system)
      : `The segment ${name} of the log is missing in ${wal}, and later ones are there.`
    if (problem !== null) return { ...report, problem }
    report.checked += 1
    report.last = name
    report.archivedAt = statSync(file).mtime.toISOString()
  }
  const needed = parseSegment(manifest.lastSegment) as Segment
  const reached = report.last === null ? -1 : (parseSegment(report.last) as Segment).number
  if (reached >= needed.number) return report
  return {
    ...report,
    problem: `The segment ${segmentName({ ...first, number: Math.max(reached + 1, first.number) })} of the log is missing in ${wal}; without it the backup ${manifest.id} cannot be restored.`,
  }
}

/** The newest timeline that descends from this one. */
function newestTimeline(names: ReadonlySet<string>, from: number): number {
  let newest = from
  while (names.has(`${historyName(newest + 1)}.gz`)) newest += 1
  return newest
}

/** The names of the expected segments, in order, up to the last existing one. */
function* expectedSegments(
  wal: string,
  names: ReadonlySet<string>,
  first: Segment,
  timeline: number,
): Generator<string> {
  const history = path.join(wal, `${historyName(timeline)}.gz`)
  const forks = existsSync(history) ? parseHistory(gunzipSync(readFileSync(history)).toString('utf8')) : []
  const onWay = [...forks.filter((fork) => fork.timeline >= first.timeline), { timeline, endsIn: Infinity }]
  let number = first.number
  for (const { timeline: at, endsIn } of onWay) {
    const last = Math.min(endsIn - 1, lastNumber(names, at))
    for (; number <= last; number += 1) yield segmentName({ timeline: at, number })
  }
}

function lastNumber(names: ReadonlySet<string>, timeline: number): number {
  return [...names].reduce((last, name) => {
    const segment = name.endsWith('.gz') ? parseSegment(name.slice(0, -3)) : null
    return segment?.timeline === timeline ? Math.max(last, segment.number) : last
  }, -1)
}

async function checkSegment(file: string, name: string, system: string): Promise<string | null> {
  let bytes = 0
  let head = Buffer.alloc(0)
  try {
    await pipeline(createReadStream(file), createGunzip(), async (chunks) => {
      for await (const chunk of chunks as AsyncIterable<Buffer>) {
        if (head.length < 40) head = Buffer.concat([head, chunk.subarray(0, 40)])
        bytes += chunk.length
      }
    })
  } catch {
    return `The segment ${name} of the log is damaged: ${file} cannot be decompressed.`
  }
  if (bytes !== SEGMENT_BYTES || head.length < 32)
    return `The segment ${name} of the log is damaged: it has ${bytes} bytes.`
  // The header of a segment's first page: its address at byte 8, the system's identifier at byte 24.
  const number = Number(head.readBigUInt64LE(8) / BigInt(SEGMENT_BYTES))
  const isOurs = head.readBigUInt64LE(24).toString() === system
  if (number === (parseSegment(name) as Segment).number && isOurs) return null
  return `The segment ${name} of the log is damaged: ${file} holds ${isOurs ? 'another segment' : 'the log of another database'}.`
}
