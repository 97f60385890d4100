import { readFileSync } from 'node:fs'
import { request as requestPlain } from 'node:http'
import { request } from 'node:https'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { certificateFilesIn } from '../../../deploy/cluster/certificates.ts'
import type { ClusterState } from './state.ts'

type Call = { method?: string; headers?: Record<string, string>; body?: string; timeoutMs: number }

/**
 * Calls a node as the load balancer does, with its certificate.
 * @throws where the node does not answer in time, or its certificate is not of this cluster
 */
export async function askNode(
  { folder, layout }: ClusterState,
  url: string,
  { body, timeoutMs, ...options }: Call,
): Promise<{ status: number; text: string }> {
  const files = certificateFilesIn(path.join(folder, layout.router.name, 'tls'))
  const [ca, cert, key] = [files.authority, files.certificate, files.key].map((file) => readFileSync(file))
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>()
  const how = { ...options, ca, cert, key, agent: false, signal: AbortSignal.timeout(timeoutMs) }
  const call = url.startsWith('https:') ? request(url, how) : requestPlain(url, how)
  call.once('response', (answer) => {
    text(answer).then((read) => resolve({ status: answer.statusCode ?? 0, text: read }), reject)
  })
  call.once('error', reject)
  call.end(body)
  return promise
}
