import { startSandbox, type SandboxProcess } from '../../testing/sandbox-process.ts'

export type InboxMessage = { id: string; to: string; text: string; reference: string; arrivedAt: string }

export type SmsSandbox = SandboxProcess & {
  url: string
  apiKey: string
  /** The messages that arrived at a number, newest first. */
  inbox(to: string): Promise<InboxMessage[]>
  /** Waits for the newest message of a number. Throws if fewer than `count` arrive in time. */
  waitForMessage(to: string, count?: number, withinMs?: number): Promise<InboxMessage>
}

const apiKey = 'key of the SMS tests'

/**
 * Starts the sandbox process for tests of its SMS gateway. The settings shorten the delays of the numbers that inject
 * faults.
 */
export async function startSmsSandbox(settings: Record<string, string> = {}): Promise<SmsSandbox> {
  const sandbox = await startSandbox({
    SANDBOX_SMS_KEY: apiKey,
    SMS_SLOW_MS: '600',
    SMS_LATE_MS: '300',
    ...settings,
  })
  const inbox = async (to: string) => {
    const response = await fetch(`${sandbox.baseUrl}/sms/inbox.json?to=${encodeURIComponent(to)}`)
    return ((await response.json()) as { messages: InboxMessage[] }).messages
  }
  return {
    ...sandbox,
    url: `${sandbox.baseUrl}/sms/v1/messages`,
    apiKey,
    inbox,
    async waitForMessage(to, count = 1, withinMs = 5_000) {
      for (const limit = Date.now() + withinMs; ; ) {
        const messages = await inbox(to)
        if (messages.length >= count && messages[0]) return messages[0]
        if (Date.now() > limit) throw new Error(`${messages.length} of ${count} messages came in time`)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
  }
}
