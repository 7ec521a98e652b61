import { GoalsReport } from '@footfall/core-domain'
import { column, tableLines, textOnOneLine } from '../cells.ts'
import { amountText, decimalText } from '../numbers.ts'
import { earlierPeriodText } from './comparison.ts'
import { reasonLines } from './reasons.ts'
import { ofPeriod, type ReportContext, reportText } from './report.ts'
import { cellOf, changeCell, countCell, ratioCell, type Stated, statedText, stateText } from './values.ts'

type Goal = GoalsReport['goals'][number]

export const goalsText = reportText(GoalsReport, (report, context) => {
  const { visitors, goals, comparison } = report
  const total = statedText(visitors === null ? undefined : decimalText(visitors), report)
  const money = moneyOfAll(context)
  return [
    `Visitors who could have converted: ${total}${ofPeriod(context)}${comparison === undefined ? '' : `; previous ${stateText(comparison)}, ${earlierPeriodText(comparison)}`}.`,
    ...tableLines(columnsOf(goals, money), goals),
    ...reasonLines([money]),
  ]
})

/** Why the money of goals of several products does not add up; undefined where it does. */
function moneyOfAll({ meta }: ReportContext): Stated | undefined {
  const missing = meta?.products?.flatMap(({ not_available = [] }) => not_available) ?? []
  return missing.find(({ metric }) => metric === 'revenue')
}

function columnsOf(goals: readonly Goal[], money: Stated | undefined) {
  const isCompared = goals.some(({ previous, change }) => previous !== undefined || change !== undefined)
  return [
    column<Goal>('name', ({ name }) => textOnOneLine(name)),
    column<Goal>('label', ({ label }) => (label === null ? undefined : textOnOneLine(label))),
    column<Goal>('kind', ({ kind }) => kind),
    ...(goals.some(({ products }) => products !== undefined)
      ? [column<Goal>('products', ({ products }) => products?.join(','))]
      : []),
    column<Goal>('conversions', (goal) =>
      cellOf(goal.conversions === null ? undefined : decimalText(goal.conversions), goal),
    ),
    ...(isCompared
      ? [
          column<Goal>('previous', ({ previous }) => countCell(previous ?? null)),
          column<Goal>('change', ({ change }) => changeCell(change)),
        ]
      : []),
    column<Goal>('converted_visitors', ({ converted_visitors }) => countCell(converted_visitors)),
    column<Goal>('conversion_rate', ({ conversion_rate }) => ratioCell(conversion_rate)),
    column<Goal>('revenue', ({ revenue }) =>
      revenue === null ? money?.state : amountText(revenue.amount, revenue.currency),
    ),
  ]
}
