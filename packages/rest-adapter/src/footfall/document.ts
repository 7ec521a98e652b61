import type { ErrorCode } from '@footfall/core-domain'
import {
  DASHBOARD_OPERATIONS,
  errorsOf,
  FOOTFALL_IDENTITY,
  INTAKE_OPERATIONS,
  type IntakeOperation,
  LEAK_REPORT_PATH,
  LeakReceived,
  LeakReport,
  OPERATIONS,
  type Operation,
} from '@footfall/operations'
import type { ZodOpenApiOperationObject } from 'zod-openapi'
import { type DocumentAdditions, documentOf, json, type OpenApiDocument } from '../openapi.ts'
import { NAMED_SCHEMAS } from './schemas.ts'

type ProblemResponses = Parameters<NonNullable<DocumentAdditions['addedPaths']>>[0]

/** What the document of Footfall has in addition to its operations. */
export const FOOTFALL_DOCUMENT: DocumentAdditions = {
  license: { name: 'MIT', identifier: 'MIT' },
  securitySchemes: {
    accountToken: { type: 'http', scheme: 'bearer', description: 'An account token, `jt_…`.' },
    websiteKey: { type: 'http', scheme: 'bearer', description: 'A Website API key of one product, `jk_…`.' },
  },
  securityOf: ({ allowedPrincipals }: Operation) =>
    allowedPrincipals.has('website_key') ? ['accountToken', 'websiteKey'] : ['accountToken'],
  // The tag of `service_products_list` is `products`.
  tagOf: ({ name }) => name.split('_')[1] ?? 'service',
  tags: ['intake', 'leaks'],
  schemas: NAMED_SCHEMAS,
  addedPaths: (problems) => ({
    ...Object.fromEntries(INTAKE_OPERATIONS.map((intake) => [intake.path, { post: intakeObject(intake, problems) }])),
    [LEAK_REPORT_PATH]: { post: leakReportObject(problems) },
  }),
}

/** Errors that only a session can get. */
const FOR_SESSIONS: ReadonlySet<string> = new Set(['reauthentication_required', 'second_factor_required'])

/** The error codes of an operation in documents for machines. */
export const errorsForMachines = (operation: Operation): readonly string[] =>
  errorsOf(operation).filter((code) => !FOR_SESSIONS.has(code))

/** The OpenAPI 3.1 document of Footfall. */
export function openApiDocument(baseUrl: string, operations: readonly Operation[] = OPERATIONS): OpenApiDocument {
  return documentOf({ ...FOOTFALL_IDENTITY, errorsOf: errorsForMachines, operations, baseUrl }, FOOTFALL_DOCUMENT)
}

/** The same document with the operations for sessions; the client of the dashboard is generated from it. */
export function dashboardApiDocument(baseUrl: string): OpenApiDocument {
  const operations = [...OPERATIONS, ...DASHBOARD_OPERATIONS]
  return documentOf({ ...FOOTFALL_IDENTITY, operations, baseUrl }, FOOTFALL_DOCUMENT)
}

function intakeObject(intake: IntakeOperation, problems: ProblemResponses): ZodOpenApiOperationObject {
  const answers = Object.entries(intake.answers).map(([status, { description, body }]) => [
    status as `2${number}`,
    json(description, body),
  ])
  return {
    operationId: intake.name,
    summary: intake.title,
    description: intake.description,
    tags: ['intake'],
    security: intake.credential === 'none' ? [] : [{ websiteKey: [] }],
    requestBody: { required: true, content: { 'application/json': { schema: intake.documented ?? intake.input } } },
    responses: { ...Object.fromEntries(answers), ...problems(intake.errors) },
  }
}

const LEAK_REPORT_ERRORS = [
  'invalid_request',
  'invalid_token',
  'credential_not_accepted',
  'method_not_allowed',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
  'internal_error',
  'service_unavailable',
] as const satisfies readonly ErrorCode[]

function leakReportObject(problems: ProblemResponses): ZodOpenApiOperationObject {
  return {
    operationId: 'report_leak',
    summary: 'Report a leaked secret',
    description:
      'Ends the account token, Website API key or connection that the secret is of, with everything that it made, and notifies its owner. Open to anyone, without a credential. The answer is the same for every secret.',
    tags: ['leaks'],
    security: [],
    requestBody: { required: true, content: { 'application/json': { schema: LeakReport } } },
    responses: { 202: json('Received', LeakReceived), ...problems(LEAK_REPORT_ERRORS) },
  }
}
