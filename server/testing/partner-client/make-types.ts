import { partnerEndpoints } from '@pematang/contract/partner-endpoints'
import openapiTS, { astToString } from 'openapi-typescript'
import { partnerPrefix } from '../../src/platform/http/problem.ts'
import { buildPartnerOpenApi } from '../../src/platform/openapi/partner-openapi.ts'

/** The types of a client of the partner API, as openapi-typescript makes them of its OpenAPI document. */
export async function partnerClientTypes(): Promise<string> {
  const document = JSON.stringify(buildPartnerOpenApi(partnerEndpoints, partnerPrefix))
  return `// Made by \`npm run generate\` with openapi-typescript.\n${astToString(await openapiTS(document))}`
}
