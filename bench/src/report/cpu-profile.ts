/** The fields that are read of a V8 CPU profile. Times are microseconds. */
export type CpuProfile = {
  nodes: { id: number; callFrame: Frame; children?: number[] }[]
  startTime: number
  endTime: number
  samples: number[]
  timeDeltas: number[]
}
type Frame = { functionName: string; url: string; lineNumber: number }

export type Cost = { name: string; microseconds: number }

/** The part of a profile after a moment, without the start of the process. */
export function since(profile: CpuProfile, moment: number): CpuProfile {
  let at = profile.startTime
  let first = 0
  for (const [index, delta] of profile.timeDeltas.entries()) {
    at += delta
    if (at >= moment) break
    first = index + 1
  }
  return { ...profile, samples: profile.samples.slice(first), timeDeltas: profile.timeDeltas.slice(first) }
}

/** Self time by function, the most expensive first. Native functions have the name of their caller. */
export const byFunction = (profile: CpuProfile): Cost[] =>
  costsBy(profile, ({ functionName, url, lineNumber }, caller) => {
    if (url === '') return caller ? `${functionName} < ${caller.functionName} ${place(caller)}` : functionName
    return `${functionName || '(anonymous)'} ${place({ functionName, url, lineNumber })}`
  })

/** Self time by origin: our packages, a dependency, Node's own code, or the garbage collector. */
export const byOrigin = (profile: CpuProfile): Cost[] =>
  costsBy(profile, (frame, caller) => {
    const { functionName, url } = frame.url === '' && caller ? caller : frame
    const dependency = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]
    if (dependency) return dependency
    if (url.startsWith('node:')) return url.split(':').slice(0, 2).join(':')
    if (url.includes('/server/') || url.includes('/contract/')) return 'our own code'
    return functionName || '(native)'
  })

const place = ({ url, lineNumber }: Frame): string =>
  url ? `${url.replace(/^.*\/(node_modules|server|contract)\//, '$1/')}:${lineNumber + 1}` : ''

function costsBy(profile: CpuProfile, nameOf: (frame: Frame, caller: Frame | undefined) => string): Cost[] {
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]))
  const callers = new Map<number, Frame>()
  for (const { callFrame, children } of profile.nodes) {
    for (const child of children ?? []) callers.set(child, callFrame)
  }
  const costs = new Map<string, number>()
  profile.samples.forEach((id, index) => {
    const frame = frames.get(id)
    if (!frame || frame.functionName === '(idle)') return
    const name = nameOf(frame, callers.get(id))
    costs.set(name, (costs.get(name) ?? 0) + (profile.timeDeltas[index] ?? 0))
  })
  return [...costs]
    .map(([name, microseconds]) => ({ name, microseconds }))
    .sort((a, b) => b.microseconds - a.microseconds)
}
