import { run } from '../../../deploy/cluster/run.ts'

/**
 * Drops a share of the packets to and from a port of this machine, as a bad line does; TCP repeats them.
 * @returns lets all through again, and says how many were dropped
 */
export async function losePackets(port: number, percent: number): Promise<() => Promise<string>> {
  const nft = (line: string) => run('nft', line.split(' '))
  await nft('add table inet loss')
  await nft('add chain inet loss in { type filter hook input priority 0 ; }')
  for (const side of ['dport', 'sport'])
    await nft(`add rule inet loss in tcp ${side} ${port} numgen random mod 100 < ${percent} counter drop`)
  return async () => {
    const dropped = [...(await nft('list table inet loss')).matchAll(/counter packets (\d+)/g)]
    await nft('delete table inet loss')
    return `${dropped.reduce((sum, [, packets]) => sum + Number(packets), 0)} packets were dropped`
  }
}
