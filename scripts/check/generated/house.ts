import { districtArrows, house } from '../boundaries/rooms.ts'
import { readSources } from '../boundaries/source.ts'

type Arrow = { from: string; to: string }

/** The parts of the server with what they import, the lowest first, and their number of floors. */
export type Plan = { parts: string[]; arrows: Arrow[]; up: number; floors: number }

/**
 * @param parts the lowest first
 * @returns the plan; a part stands one floor above the highest part that it imports
 */
export function planOf(parts: string[], arrows: Arrow[]): Plan {
  const floor = new Map<string, number>()
  for (const part of parts) {
    const below = arrows.filter(({ from }) => from === part).map(({ to }) => floor.get(to) ?? -1)
    floor.set(part, Math.max(-1, ...below) + 1)
  }
  const up = arrows.filter(({ from, to }) => parts.indexOf(from) < parts.indexOf(to)).length
  return { parts, arrows, up, floors: new Set(floor.values()).size }
}

/** The plan of server/src as its imports make it now. */
export const readPlan = (): Plan =>
  planOf(Object.keys(house), districtArrows(readSources(['server/src/**/*.ts'])))

export const planCounts = ({ parts, arrows, up, floors }: Plan): string =>
  `${parts.length} parts on ${floors} floors, ${arrows.length} arrows, ${up} up`

const row = 44
const left = 16
const width = 760
const boxWidth = 528
/** Where the names of rooms begin in a box, and how many characters of them fit in a line. */
const roomsAt = left + 112
const lineLength = 76

/** Draws the plan as an SVG: the parts with their rooms, the highest on top, and their imports as arcs at the right. */
export function housePicture(plan: Plan = readPlan()): string {
  const { parts, arrows } = plan
  const top = (part: string): number => 40 + (parts.length - 1 - parts.indexOf(part)) * row
  const middle = (part: string): number => top(part) + (row - 8) / 2
  const boxes = parts.map((part) => {
    const lines = inLines((house[part] ?? []).filter((room) => !room.endsWith('.ts')))
    const first = middle(part) + 4 - (lines.length - 1) * 7
    return [
      `<rect x="${left}" y="${top(part)}" width="${boxWidth}" height="${row - 8}" rx="6"/>`,
      `<text x="${left + 12}" y="${middle(part) + 4}" class="part">${part}</text>`,
      ...lines.map((line, index) => `<text x="${roomsAt}" y="${first + index * 14}">${line}</text>`),
    ].join('\n')
  })
  const right = left + boxWidth
  // Arcs leave a box above its middle and end below it, so that the two do not meet.
  const arcs = arrows.map(({ from, to }) => {
    const reach = right + 14 + Math.abs(parts.indexOf(from) - parts.indexOf(to)) * 20
    const [start, end] = [middle(from) - 8, middle(to) + 8]
    return `<path d="M${right} ${start} C${reach} ${start} ${reach} ${end} ${right + 5} ${end}" marker-end="url(#end)"/>`
  })
  const height = 40 + parts.length * row
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="The parts of the server and what they import">
<style>
svg { --ink: #101d18; --mute: #55655f; --line: #9bb0a7; --brand: #0b6e54; --surface: #fff }
@media (prefers-color-scheme: dark) { svg { --ink: #e9f1ed; --mute: #9bb0a7; --line: #3c5349; --brand: #3fbf96; --surface: #111c18 } }
text { font: 10.5px system-ui, sans-serif; fill: var(--mute) }
.part { font-size: 13px; font-weight: 600; fill: var(--ink) }
rect { fill: var(--surface); stroke: var(--line) }
path { fill: none; stroke: var(--brand); stroke-opacity: .45 }
marker path { fill: var(--brand); stroke: none }
</style>
<defs><marker id="end" viewBox="0 0 6 6" refX="5" refY="3" markerWidth="5" markerHeight="5" orient="auto"><path d="M0 0L6 3L0 6z"/></marker></defs>
<text x="${left}" y="24">${planCounts(plan)}; an arc leads from a part to one that it imports</text>
${boxes.join('\n')}
${arcs.join('\n')}
</svg>
`
}

/** The names of rooms in as many lines as they need. */
function inLines(rooms: readonly string[]): string[] {
  const lines: string[] = []
  for (const room of rooms) {
    const line = lines.at(-1)
    const longer = `${line} · ${room}`
    if (line === undefined || longer.length > lineLength) lines.push(room)
    else lines[lines.length - 1] = longer
  }
  return lines
}
