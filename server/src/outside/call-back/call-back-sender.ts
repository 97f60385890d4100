import type { CallBackSender } from './port.ts'

/**
 * The sender by configuration. Only the worker sends, and what it sends with (Node's HTTP client, with all that it loads) takes
 * other processes longer to load than most of their commands take.
 */
export function createCallBackSender({
  CALL_BACK_LOCAL: allowsLocal,
  CALL_BACK_OWN_NETWORKS: own,
}: {
  CALL_BACK_LOCAL: boolean
  CALL_BACK_OWN_NETWORKS: readonly string[]
}): CallBackSender {
  let opened: Promise<CallBackSender> | undefined
  const open = async (): Promise<CallBackSender> => {
    const { httpsCallBacks, resolveName } = await import('./https-adapter.ts')
    const { publicAddresses } = await import('./networks.ts')
    return httpsCallBacks({ allowsLocal, mayCall: publicAddresses(own), resolve: resolveName })
  }
  return {
    send: async (url, message) => (await (opened ??= open())).send(url, message),
    close: () => void opened?.then((sender) => sender.close()),
  }
}
