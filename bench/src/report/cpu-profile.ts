/** A V8 CPU profile, as far as it is read here. */
export type CpuProfile = {
  nodes: {
    id: number
    callFrame: { functionName: string; url: string; lineNumber: number }
  }[]
  samples: number[]
  timeDeltas: number[]
}

export type Share = { name: string; share: number }

/** The functions in which the process was most often found, in percent of its CPU time. */
export const hottest = (profile: CpuProfile, top: number): Share[] =>
  sharesBy(profile, ({ functionName, url, lineNumber }) => {
    const place = url.replace(/^.*\/(node_modules|server|contract)\//, '$1/')
    return `${functionName || '(anonymous)'} ${place}${place ? `:${lineNumber + 1}` : ''}`
  }).slice(0, top)

/** The same by package: ours, a dependency, Node's own, the collector of garbage. */
export const shares = (profile: CpuProfile): Share[] =>
  sharesBy(profile, ({ functionName, url }) => {
    const dependency = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]
    if (dependency) return dependency
    if (url.startsWith('node:')) return `${url.split('/')[0]}/${url.split('/')[1] ?? ''}`
    if (url.includes('/server/') || url.includes('/contract/')) return 'our own code'
    return functionName || '(native)'
  }).slice(0, 24)

function sharesBy(
  profile: CpuProfile,
  nameOf: (frame: CpuProfile['nodes'][number]['callFrame']) => string,
): Share[] {
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]))
  const times = new Map<string, number>()
  let total = 0
  profile.samples.forEach((id, index) => {
    const frame = frames.get(id)
    const time = profile.timeDeltas[index] ?? 0
    if (!frame || frame.functionName === '(idle)') return
    const name = nameOf(frame)
    times.set(name, (times.get(name) ?? 0) + time)
    total += time
  })
  return [...times]
    .map(([name, time]) => ({ name, share: (time * 100) / total }))
    .sort((a, b) => b.share - a.share)
}
