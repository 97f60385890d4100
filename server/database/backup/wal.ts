/**
 * Names of write-ahead log files (PostgreSQL's manual, 28.6): eight hexadecimal digits each for the timeline, the upper
 * half of the position and the segment. Segments have 16 MB, the default of initdb.
 */
export const SEGMENT_BYTES = 16 * 1024 * 1024
const segmentsPerFile = 0x1_0000_0000 / SEGMENT_BYTES

/** A segment: its timeline, and its number counted from the beginning of the log. */
export type Segment = { timeline: number; number: number }

/** The segment of a file name, or null for another file. */
export function parseSegment(name: string): Segment | null {
  if (!/^[0-9A-F]{24}$/.test(name)) return null
  const [timeline = 0, high = 0, low = 0] = [0, 8, 16].map((at) =>
    Number.parseInt(name.slice(at, at + 8), 16),
  )
  return { timeline, number: high * segmentsPerFile + low }
}

const hex = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0')

export const segmentName = ({ timeline, number }: Segment): string =>
  hex(timeline) + hex(Math.floor(number / segmentsPerFile)) + hex(number % segmentsPerFile)

export const historyName = (timeline: number): string => `${hex(timeline)}.history`

/** The number of the segment that contains a log position, e.g. 0/3000028. */
export function segmentAt(position: string): number {
  const [high = '0', low = '0'] = position.split('/')
  const byte = (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
  return Number(byte / BigInt(SEGMENT_BYTES))
}

/** Where a timeline ended and the next one began. */
export type Fork = { timeline: number; endsIn: number }

/** The forks that a timeline's history file lists, oldest first. */
export function parseHistory(text: string): Fork[] {
  return text.split('\n').flatMap((line) => {
    const [, timeline, position] = /^\s*(\d+)\t([0-9A-F]+\/[0-9A-F]+)\t/.exec(line) ?? []
    return timeline === undefined || position === undefined
      ? []
      : [{ timeline: Number(timeline), endsIn: segmentAt(position) }]
  })
}
