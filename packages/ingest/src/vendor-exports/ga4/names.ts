/** The metrics of the Google Analytics Data API that Footfall does not have, and their names in the interface if those differ. */
export const OTHER_METRICS =
  `active1DayUsers active7DayUsers active28DayUsers adUnitExposure addToCarts advertiserAdClicks advertiserAdCost
advertiserAdCostPerClick advertiserAdCostPerConversion advertiserAdCostPerKeyEvent advertiserAdImpressions averagePurchaseRevenue
averagePurchaseRevenuePerPayingUser averagePurchaseRevenuePerUser averageRevenuePerUser bounceRate bounces cartToViewRate checkouts
cohortActiveUsers cohortTotalUsers conversions crashAffectedUsers crashFreeUsersRate dauPerMau dauPerWau wauPerMau ecommercePurchases
engagementRate eventCountPerUser eventValue eventsPerSession firstTimePurchaserConversionRate firstTimePurchaserRate firstTimePurchasers
firstTimePurchasersPerNewUser grossItemRevenue grossPurchaseRevenue itemDiscountAmount itemListClickEvents itemListClickThroughRate
itemListViewEvents itemPromotionClickThroughRate itemRefundAmount itemRevenue itemViewEvents itemsAddedToCart itemsCheckedOut
itemsClickedInList itemsClickedInPromotion itemsPurchased itemsViewed itemsViewedInList itemsViewedInPromotion keyEvents newUsers
organicGoogleSearchAveragePosition organicGoogleSearchClickThroughRate organicGoogleSearchClicks organicGoogleSearchImpressions
promotionClicks promotionViews publisherAdClicks publisherAdImpressions purchaseRevenue purchaseToViewRate purchaserConversionRate
purchaserRate refundAmount returnOnAdSpend screenPageViewsPerSession screenPageViewsPerUser scrolledUsers sessionConversionRate
sessionKeyEventRate sessionsPerUser shippingAmount taxAmount totalAdRevenue totalPurchasers totalRevenue transactions
transactionsPerPurchaser userConversionRate userEngagementDuration userKeyEventRate`
    .split(/\s/)
    .concat(
      [
        'Returning users|Sessions per active user|Views per active user|Views per user|Views per session|Average engagement time',
        'Average engagement time per session|Average engagement time per active user|User engagement|Event count per active user',
        'Engaged sessions per active user|Engaged sessions per user|Purchases|Totals|DAU / MAU|DAU / WAU|WAU / MAU|Total ad revenue',
        'Average purchase revenue per active user|ARPPU|ARPU|Ads clicks|Ads cost|Ads impressions|Non-Google cost|Item views',
        'First-time purchasers|Google Ads clicks|Google Ads cost|Google Ads impressions|Cost per conversion|Cost per key event',
      ].flatMap((names) => names.split('|')),
    )

/** Dimensions with numbers as values that Footfall does not have. They split the rows. */
export const NUMBERED_DIMENSIONS =
  `hour minute day week month year yearMonth yearWeek isoWeek isoYear isoYearIsoWeek dayOfWeek nthHour nthMinute
nthWeek nthMonth nthYear dateHourMinute cohortNthDay cohortNthWeek cohortNthMonth percentScrolled level itemListPosition
operatingSystemVersion appVersion userAgeBracket`.split(/\s/)
