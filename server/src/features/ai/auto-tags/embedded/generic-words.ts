/** Words that say nothing about a study. Lemmas, in lower case. */

/** A name that ends with one of these is no topic: “last time”, “little bit”, “good morning”. */
export const genericNouns =
  words(`ability age answer anybody anyone anything area aspect average background bag beginning
  bit bloke bunch call case chance chap choice circumstance colleague conversation couple course day deal degree detail
  difference direction edge effort end evening event everybody everyone everything example experience eye fact family feel
  feeling fellow folk form friend front fun future girl goal guess guy half hand head hello hi hour idea impression
  instance interview issue item job joke joy kid kind lady lad last level life line list look lot love luck man manner
  matter mean mind minute mistake mom moment monday month morning mum name need nobody noise noon nothing number one opinion
  option other others pair part past people percent person piece place point position possibility problem question range
  rate reason recording rest result room round saturday second sense set shape side situation size something somebody
  someone son sort spot stage start state step story stuff style sunday talk term thank thanks thing thought thousand
  thursday time today tomorrow tonight top topic trick trouble truth try tuesday type use value version view want way
  weather wednesday week weekend while whole wife woman word work world year yesterday husband daughter mother father dad
  brother sister boyfriend girlfriend partner friday hundred dozen million quarter afternoon night summer winter spring
  autumn january february march april may june july august september october november december stop stand face foot arm leg
  coffee tea lunch dinner breakfast walk biscuit sky habit laugh smile nonsense shame pity wonder sake heaven god pain
  disaster nightmare miracle mess ones bits lots ages age`);

/** An adjective of this list is left out of a name: “new error messages” is about error messages. */
export const genericAdjectives =
  words(`able actual additional afraid amazing available awful bad basic best better big
  bloody brilliant busy certain clear clever close common complete cool correct crazy cute daily decent different
  difficult due easy embarrassing entire exact excellent extra fair famous fancy fantastic favourite favorite few final
  fine first following former full fun funny general glad good grand great guilty half happy hard high honest horrible
  huge important impossible incredible interesting key kind large last late latest least less little long lovely low
  lucky mad main major many minor modern more most much multiple naive natural near necessary new next nice normal
  obvious odd ok okay old only open ordinary original other outside overall own particular perfect personal pleasant
  poor popular possible potential present pretty previous primary proper quick quiet random rare ready real reasonable
  recent regular related relevant responsible rest rich rough sad same second separate serious several short sick
  significant silly similar simple single small smart so-called sorry special specific strange strong stupid such
  sudden sure sweet tall terrible third three tiny tired total tough true twice two typical ugly unable unusual
  upset useful usual various vast very weird well whole wide wild wonderful worse worst worth wrong young four five six
  seven eight nine ten top left right past else enough half-hearted English German French Spanish`);

/** Verbs that need another verb or a whole sentence to name a topic. */
export const genericVerbs =
  words(`accept add agree allow appear ask be become begin believe bring buy call care come consider
  cost count depend die do drive eat end expect explain fall feel fill find finish fit follow forget get give go grow guess
  happen hate have hear help hold hope imagine keep know laugh lead learn leave let lie like listen live look lose love
  make matter mean meet mention mind miss move need notice offer open own pass pick play point prefer promise pull push
  put reach realize realise remember run say see seem sell send set show sit sleep smell sound speak stand start stay
  stop suppose take talk teach tell thank think throw touch treat try turn understand use wait wake walk want wear wish
  wonder work worry`);

function words(list: string): ReadonlySet<string> {
  return new Set(list.toLowerCase().split(/\s+/));
}
