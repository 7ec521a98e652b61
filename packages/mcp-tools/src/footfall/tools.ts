import { DEFAULT_TOOLSETS, Filter, TOOLSETS } from '@footfall/core-domain'
import { MCP_OPERATIONS, PROBLEMS, toolsetOf } from '@footfall/operations'
import { z } from 'zod'
import { appOf } from '../apps/app-of.ts'
import type { ToolAdditions } from '../services.ts'
import { type PreparedTool, preparedTools } from '../tools/prepared-tools.ts'
import { iconsOf } from './icons.ts'

/** The tool that describes in full what several tools take. */
const DESCRIBED = 'service_analytics_query'
const FiltersAsThere = z
  .array(z.object())
  .optional()
  .meta({ description: `As in ${DESCRIBED}; all hold.` })
const PeriodAsThere = z
  .string()
  .optional()
  .meta({ description: `Such as 7d or last_month, as in ${DESCRIBED}.` })

/** What a change takes as the tool that creates the same describes it. */
const AS_CREATED: Readonly<Record<string, z.ZodRawShape>> = {
  service_funnels_update: {
    steps: z.array(z.object()).meta({ description: 'All steps, as in service_funnels_create.' }),
  },
  service_segments_update: { filters: asIn('service_segments_create', z.array(z.object())) },
  service_alerts_update: {
    rule: asIn('service_alerts_create', z.object()),
    target: asIn('service_alerts_create', z.object()),
  },
  service_reports_update: {
    schedule: asIn('service_reports_create', z.object()),
    target: asIn('service_reports_create', z.object()),
  },
}

function asIn(tool: string, schema: z.ZodType): z.ZodType {
  return schema.optional().meta({ description: `As in ${tool}.` })
}

/** How the tools of Footfall are listed. */
export const FOOTFALL_TOOLS: ToolAdditions = {
  toolsets: { names: TOOLSETS, byDefault: DEFAULT_TOOLSETS, of: toolsetOf },
  iconsOf,
  appOf,
  // Filters and periods are described where they are asked first; elsewhere they are the same.
  argumentsOf({ name, query }) {
    const { filters, period, ...shape }: z.ZodRawShape = query.shape
    const isDescribed = name === DESCRIBED
    return {
      ...(period && { period: isDescribed ? period : PeriodAsThere }),
      ...shape,
      ...(filters && { filters: isDescribed ? filters : FiltersAsThere }),
      ...AS_CREATED[name],
    }
  },
  rewrite(schema, json, io) {
    if (io !== 'input') return
    if (schema === Filter) oneForm(json)
    // A list of one says the same as the short form.
    if (json.properties?.property && json.properties.properties) delete json.properties.property
  },
}

/** A filter as one object: a model that sees its condition need not see it again below `any`. */
function oneForm(schema: z.core.JSONSchema.BaseSchema): void {
  const [condition] = schema.anyOf ?? []
  if (typeof condition !== 'object') throw new TypeError('a filter is a condition or several')
  delete schema.anyOf
  const any = {
    type: 'array',
    items: { type: 'object' },
    description: 'Instead of the rest: conditions, one of which holds.',
  }
  const dimension = { type: 'string', description: 'service_analytics_catalog lists them.' }
  Object.assign(schema, { type: 'object', properties: { ...condition.properties, dimension, any } })
}

/** Every tool of Footfall, in the order of the interface; those of `content` last. */
export const TOOLS: readonly PreparedTool[] = preparedTools(MCP_OPERATIONS, PROBLEMS, FOOTFALL_TOOLS)
