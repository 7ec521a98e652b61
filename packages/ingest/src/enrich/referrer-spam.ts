/**
 * Sites that are known for visits that never happened, made so that their address appears in statistics. Each stands for
 * its subdomains too; of a shared host only the subdomain is listed.
 */
const HOSTS = `
100dollars-seo.com 4webmasters.org 7makemoneyonline.com best-seo-offer.com best-seo-software.xyz
best-seo-solution.com bestwebsitesawards.com blackhatworth.com bot-traffic.icu bot-traffic.xyz bottraffic.live
bottraffic.net bottraffic143.xyz bottraffic329.xyz bottraffic4free.club bottraffic999.xyz buttons-for-website.com
buttons-for-your-website.com buy-cheap-online.info cenokos.ru cenoval.ru compliance-alex.xyz
cookie-law-enforcement-aa.xyz cookie-law-enforcement-bb.xyz cookie-law-enforcement-cc.xyz darodar.com econom.co
edakgfvwql.ru event-tracking.com fix-website-errors.com floating-share-buttons.com free-share-buttons.com
free-share-buttons.top free-social-buttons.com free-social-buttons.xyz free-traffic.xyz game.fertuk.site
garold.dertus.site get-free-social-traffic.com get-free-traffic-now.com get-your-social-buttons.info guardlink.org
hulfingtonpost.com humanorightswatch.org ilovevitaly.co ilovevitaly.com ilovevitaly.org ilovevitaly.ru
info.seders.website justprofit.xyz kambasoft.com keywords-monitoring-success.com
keywords-monitoring-your-success.com law-check-two.xyz law-enforcement-aa.xyz law-enforcement-bb.xyz
law-enforcement-bot-ff.xyz law-enforcement-check-three.xyz law-enforcement-ee.xyz lomb.co lombia.co
makemoneyonline.com monetizationking.net news.grets.store o-o-11-o-o.com o-o-6-o-o.com o-o-8-o-o.com
ofer.bartikus.site online-hit.info pornhub-forum.ga priceg.com rank-checker.online ranksonic.info ranksonic.org
rida.tokyo savetubevideo.com savetubevideo.info semalt.com semaltmedia.com seo-platform.com seoanalyses.com
seoexperimenty.ru sexyali.com share-buttons-for-free.com share-buttons.xyz sharebutton.net sharebutton.org
simple-share-buttons.com site-auditor.online slftsdybbg.ru smailik.org social-buttons.com social-traffic-1.xyz
social-traffic-2.xyz social-traffic-3.xyz social-widget.xyz socialseet.ru srecorder.com static.seders.website
success-seo.com top1-seo-service.com top10-way.com traffic-cash.xyz traffic2cash.org traffic2cash.xyz
traffic2money.com trafficbot.life trafficbot.live trafficbot4free.xyz trafficmonetize.org trafficmonetizer.org
trast.mantero.online uptime-alpha.net video-hollywood.ru videos-for-your-business.com web-revenue.xyz
webmaster-traffic.com webmonetizer.net website-analytics.online website-analyzer.info website-errors-scanner.com
xn--lifehacer-1rb.com xn--oogle-wmc.com ykecwqlixx.ru
`

const spam: ReadonlySet<string> = new Set(HOSTS.trim().split(/\s+/))

/** Whether a referrer is on the list of known referrer spam. */
export function isReferrerSpam(referrer: string | undefined): boolean {
  if (!referrer || !URL.canParse(referrer)) return false
  let host = new URL(referrer).hostname.toLowerCase()
  while (host.includes('.')) {
    if (spam.has(host)) return true
    host = host.slice(host.indexOf('.') + 1)
  }
  return false
}
