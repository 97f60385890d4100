import { partnerEndpoints } from '@pematang/contract/partner-endpoints'
import openapiTS, { astToString } from 'openapi-typescript'
import { partnerPrefix } from '../../src/platform/http/problem.ts'
import { buildPartnerOpenApi } from '../../src/platform/openapi/partner-openapi.ts'

const { getCash, getPositions, listPartnerStatements, listPartnerTransactions } = partnerEndpoints

/** The types of a client of the partner API, as openapi-typescript makes them of the calls that the client here sends. */
export async function partnerClientTypes(): Promise<string> {
  const called = { getCash, getPositions, listPartnerStatements, listPartnerTransactions }
  const document = JSON.stringify(buildPartnerOpenApi(called, partnerPrefix))
  return `// Made by \`npm run generate\` with openapi-typescript.\n${astToString(await openapiTS(document))}`
}
