import type { Browser, CDPSession, Page } from 'playwright-core'

/** The activity of the browser's main thread during some work. Milliseconds of wall time and of CPU time. */
export type MainThread = {
  /** Long tasks as PerformanceObserver reports them to the page: over 50 ms of wall time. */
  longTasks: number
  longestByClock: number
  /** Tasks over 50 ms measured by the thread's CPU time, which other programs on the machine do not affect. */
  tasksOver50msOfCpu: number
  longestOfCpu: number
  seconds: number
}

type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  tdur?: number
  args?: { name?: string }
}

/** Observes the main thread of a page's process during some work. */
export async function watchMainThread(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<MainThread> {
  const readLongTasks = await noteLongTasks(page)
  const session = await browser.newBrowserCDPSession()
  const readTasks = await noteTasks(session)
  const begun = performance.now()
  await work()
  const seconds = Math.round((performance.now() - begun) / 1_000)
  const cpu = await readTasks()
  const clock = await readLongTasks()
  await session.detach()
  return {
    longTasks: clock.length,
    longestByClock: Math.round(Math.max(0, ...clock)),
    tasksOver50msOfCpu: cpu.filter((each) => each > 50).length,
    longestOfCpu: Math.round(Math.max(0, ...cpu)),
    seconds,
  }
}

async function noteLongTasks(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const noted: number[] = []
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) noted.push(duration)
    })
    observer.observe({ entryTypes: ['longtask'] })
    Object.assign(window, {
      // Reads the performance records that the observer has not delivered yet.
      endNoting: () => {
        for (const { duration } of observer.takeRecords()) noted.push(duration)
        observer.disconnect()
        return noted
      },
    })
  })
  return () => page.evaluate(() => (window as unknown as { endNoting: () => number[] }).endNoting())
}

/** Tasks of the main threads of all pages, in milliseconds of CPU time, without those under a millisecond. */
async function noteTasks(session: CDPSession): Promise<() => Promise<number[]>> {
  const tasks = new Map<string, number[]>()
  const mainThreads = new Set<string>()
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value as unknown as TraceEvent[]) {
      const thread = `${event.pid}/${event.tid}`
      if (event.name === 'thread_name' && event.args?.name === 'CrRendererMain') mainThreads.add(thread)
      if (event.ph !== 'X' || !event.name.endsWith('RunTask') || (event.tdur ?? 0) < 1_000) continue
      const known = tasks.get(thread) ?? []
      tasks.set(thread, known)
      known.push((event.tdur ?? 0) / 1_000)
    }
  })
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel'], excludedCategories: ['*'] },
  })
  return async () => {
    const completed = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
    await session.send('Tracing.end')
    await completed
    return [...mainThreads].flatMap((thread) => tasks.get(thread) ?? [])
  }
}
